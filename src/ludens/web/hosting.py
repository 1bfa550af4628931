"""What who runs a server for others decides: where its games stand, what other servers there are, how it writes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Provider:
    """Who says who somebody is (OAuth 2): with an `issuer`, OpenID Connect says all addresses itself."""

    #: what stands in addresses, and what people read
    name: str
    label: str
    client_id: str
    client_secret: str = field(default="", repr=False)
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    userinfo_url: str = ""
    scope: str = "openid"
    #: what the provider calls the id of a person
    subject: str = "sub"


@dataclass(frozen=True)
class Hosting:
    """Everything is off, or usual, unless it is said. Addresses may hold passwords: none of them is logged."""

    #: a PostgreSQL database, as in `postgresql://user@host/name`; empty for the file in the data folder
    database: str = ""
    #: what carries notices between servers: `nats://host`; empty for the database's own
    bus: str = ""
    #: where the other servers reach this one, as in `http://10.0.0.7:8080`
    address: str = ""
    #: what links in letters begin with, as in `https://games.example.org`
    site: str = ""
    #: the host of mail, as in `smtp://user:password@host:587`, and who letters come from
    mail: str = ""
    sender: str = ""
    #: whether browsers are told, too; services that they name beside those of browsers' makers
    push: bool = False
    push_services: tuple[str, ...] = ()
    #: whether Prometheus may ask
    metrics: bool = False
    #: whether people may have accounts; who says who they are; the names, or addresses of mail, of moderators
    accounts: bool = False
    providers: tuple[Provider, ...] = ()
    moderators: tuple[str, ...] = ()
