"""Which tools are listed, and how much of them: a model reads the list with each of its requests."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

from ludens.envs import extra

with extra("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context
    from mcp.types import Tool, ToolAnnotations
    from pydantic import Field

__all__ = ["GROUPS", "ListingServer", "trimmed"]

#: the groups of tools
GROUPS: dict[str, tuple[str, ...]] = {
    "play": ("library", "rules", "start_table", "state", "legal_moves", "play", "undo", "hint", "close_table"),
    "review": ("review_table", "review_game", "why", "export_trial"),
    "design": ("look_up", "check", "measure"),
}
_ABOUT = "; ".join(f"{name}: {', '.join(tools)}" for name, tools in GROUPS.items())
Group = Annotated[str, Field(description=_ABOUT)]


class ListingServer(MCPServer[Any]):
    """A server that lists the tools of some groups; all of them, with the schemas of answers, until `show` says so."""

    groups: set[str] | None = None

    def show(self, groups: Collection[str]) -> None:
        """List the tools of these groups alone. Raises ValueError for one that there is not."""
        wrong = sorted(set(groups) - set(GROUPS))
        if wrong:
            raise ValueError(f"there is no group of tools {wrong[0]!r}; there are {', '.join(GROUPS)}")
        if self.groups is None and set(groups) != set(GROUPS):
            self.add_tool(self._switch_on, name="switch_on", annotations=ToolAnnotations(read_only_hint=True))
        self.groups = set(groups)

    async def _switch_on(self, group: Group, ctx: Context[Any, Any]) -> str:
        """List the tools of another group, where you need them."""
        if group not in GROUPS:
            return f"there is no group {group!r}; there are {', '.join(GROUPS)}"
        self.groups = {*(self.groups or ()), group}
        await ctx.session.send_tool_list_changed()
        return f"these tools are listed now: {', '.join(GROUPS[group])}"

    async def list_tools(self) -> list[Tool]:
        """The tools that are listed, their schemas without what says nothing."""
        tools = await super().list_tools()
        if self.groups is not None:
            names = {name for group in self.groups for name in GROUPS[group]} | {"switch_on"}
            tools = [tool.model_copy(update={"output_schema": None}) for tool in tools if tool.name in names]
        return [_trimmed_tool(tool) for tool in tools]


def _trimmed_tool(tool: Tool) -> Tool:
    inputs, outputs = _optional(trimmed(tool.input_schema)), tool.output_schema
    return tool.model_copy(
        update={"input_schema": inputs, "output_schema": None if outputs is None else trimmed(outputs)}
    )


def trimmed(schema: Any, is_names: bool = False) -> Any:
    """A schema without titles, which repeat the names.

    >>> trimmed({"title": "A", "properties": {"title": {"title": "Title", "type": "string"}}})
    {'properties': {'title': {'type': 'string'}}}
    """
    if isinstance(schema, Mapping):
        return {
            name: trimmed(value, not is_names and name in ("properties", "$defs"))
            for name, value in schema.items()
            if is_names or name != "title"
        }
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return [trimmed(one) for one in schema]
    return schema


def _optional(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of arguments in which what may be left out need not say that it may be null, too."""
    properties = {}
    for name, one in schema.get("properties", {}).items():
        kinds = [kind for kind in one.get("anyOf", ()) if kind != {"type": "null"}]
        if len(kinds) == 1 and one.get("default", "") is None:
            rest = {key: value for key, value in one.items() if key not in ("anyOf", "default")}
            one = {**kinds[0], **rest}
        properties[name] = {key: value for key, value in one.items() if (key, value) != ("default", "")}
    return {**schema, "properties": properties}
