"""A game as PTX, for graphics cards elsewhere: the kernel, its description, and a program that runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ludens.export.c import prefix_of
from ludens.export.code import fields_of, identity_of
from ludens.export.errors import ExportError
from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.gpu import EMULATED, GAME_WORK, KERNEL, DeviceError, Kernel, playouts_table, ptx_of, stack_of
from ludens.gpu.kernel import ARGUMENTS
from ludens.rules.state.memory import ERRORS

#: cards of this kind and all later ones
EARLIEST: Final = "sm_80"


def cuda(game: Game, folder: Path, architecture: str = EARLIEST) -> list[Path]:
    """Write a game as PTX to a folder, which is made: for cards of an architecture and later ones.

    Beside it are a JSON file that describes the kernel, and `play.c`, a program that plays. Raises ExportError before
    anything is written: for a match, an architecture that is not known, or rules that no card computes alike.
    """
    if not isinstance(game, SingleGame):
        raise ExportError(f"{game.name} is a match of several games: export these, one by one")
    try:
        kernel = playouts_table(game, EMULATED).kernel  # with as much for a thread as its games need
        text = ptx_of(kernel, architecture)
    except DeviceError as error:
        raise ExportError(str(error)) from None
    name = prefix_of(game.name)
    description = json.dumps(_describe(kernel, architecture, stack_of(text)), ensure_ascii=False, indent=1) + "\n"
    files = {f"{name}.ptx": text, f"{name}.json": description, "play.c": _program(kernel, name, stack_of(text))}
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")
    return [folder / file for file in files]


def _describe(kernel: Kernel, architecture: str, stack: int) -> dict[str, Any]:
    game = kernel.game
    return {
        **identity_of(game),
        "architecture": architecture,
        "kernel": KERNEL,
        "arguments": [{"name": name, "type": kind} for name, kind in ARGUMENTS.items()],
        "sizes": {"state": kernel.state_bytes, "thread": kernel.thread_bytes, "stack": stack},
        "most_moves": kernel.most_moves,
        "fields": fields_of(game),
        "errors": {str(code): text for code, text in sorted(ERRORS.items())},
    }


def _program(kernel: Kernel, name: str, stack: int) -> str:
    game = kernel.game.name.replace("*/", "* /")
    limit = f"    TRY(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, {stack})); /* functions call themselves */\n"
    return (
        _PROGRAM.replace("@GAME", game)
        .replace("@NAME", name)
        .replace("@KERNEL", KERNEL)
        .replace("@THREAD_BYTES", str(kernel.thread_bytes))
        .replace("@STACK", limit if stack else "")
        .replace("@PLAYERS", str(kernel.game.num_players))
        .replace("@WORK", f"{GAME_WORK}ull")
    )


_PROGRAM: Final = r"""/* Plays random games of @GAME on a graphics card, and prints how fast.

       cc play.c -lcuda -o play && ./play 100000 7

   plays 100,000 games of the series of seed 7; they are those of ludens: game.playouts(100000, seed=7).
   A third argument is the file of the kernel, @NAME.ptx unless it is given. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define THREAD_BYTES @THREAD_BYTESull
#define BLOCK 128
#define TRY(call) tried(call, #call)

static void tried(CUresult error, const char *call) {
    if (!error) return;
    fprintf(stderr, "%s: error %d\n", call, (int)error);
    exit(1);
}

static char *text_of(const char *file) {
    FILE *in = fopen(file, "rb");
    if (!in) { perror(file); exit(1); }
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, in) != (size_t)size) exit(1);
    text[size] = 0;
    fclose(in);
    return text;
}

int main(int many, char **words) {
    unsigned count = many > 1 ? strtoul(words[1], 0, 10) : 100000, first = 0;
    unsigned long long seed = many > 2 ? strtoull(words[2], 0, 10) : 1, bytes = THREAD_BYTES, work = @WORK;
    CUdevice card;
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr memory, queue, winners, lengths, errors, states = 0;
    int processors, blocks, wins[@PLAYERS + 2] = {0};
    size_t room, total;
    TRY(cuInit(0));
    TRY(cuDeviceGet(&card, 0));
    TRY(cuDevicePrimaryCtxRetain(&context, card));
    TRY(cuCtxSetCurrent(context));
@STACK    TRY(cuModuleLoadData(&module, text_of(many > 3 ? words[3] : "@NAME.ptx")));
    TRY(cuModuleGetFunction(&kernel, module, "@KERNEL"));
    TRY(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, card));
    TRY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    TRY(cuMemGetInfo(&room, &total));
    /* as many threads as run at once, as are needed, and as have memory */
    size_t grid = (size_t)blocks * processors, wanted = (count + BLOCK - 1ull) / BLOCK;
    size_t fitting = room / 4 * 3 / (BLOCK * THREAD_BYTES);
    if (grid > wanted) grid = wanted;
    if (grid > fitting) grid = fitting;
    if (!grid) { fprintf(stderr, "no game to play, or too little memory\n"); return 1; }
    TRY(cuMemAlloc(&memory, grid * BLOCK * THREAD_BYTES));
    TRY(cuMemAlloc(&queue, 4));
    TRY(cuMemsetD32(queue, 0, 1));
    TRY(cuMemAlloc(&winners, count * 4ull));
    TRY(cuMemAlloc(&lengths, count * 4ull));
    TRY(cuMemAlloc(&errors, count * 4ull));
    void *arguments[] = {&memory, &bytes, &queue, &first, &count, &seed, &work, &winners, &lengths, &errors, &states};
    struct timespec a, b;
    timespec_get(&a, TIME_UTC);
    TRY(cuLaunchKernel(kernel, grid, 1, 1, BLOCK, 1, 1, 0, 0, arguments, 0));
    TRY(cuCtxSynchronize());
    timespec_get(&b, TIME_UTC);
    int *won = malloc(count * 4ull), *length = malloc(count * 4ull), *error = malloc(count * 4ull);
    TRY(cuMemcpyDtoH(won, winners, count * 4ull));
    TRY(cuMemcpyDtoH(length, lengths, count * 4ull));
    TRY(cuMemcpyDtoH(error, errors, count * 4ull));
    unsigned long long moves = 0, failed = 0;
    for (unsigned i = 0; i < count; i++) {
        if (error[i]) { failed++; continue; } /* a thread's memory is too small for it: ludens plays it on the host */
        moves += length[i];
        if (won[i] >= 0 && won[i] <= @PLAYERS + 1) wins[won[i]]++;
    }
    double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
    printf("%u games, %llu moves, %llu not played\n", count, moves, failed);
    for (int player = 1; player <= @PLAYERS; player++) printf("player %d won: %d\n", player, wins[player]);
    printf("nobody won: %d\n", wins[0] + wins[@PLAYERS + 1]);
    fprintf(stderr, "%.3f s, %.0f moves a second\n", seconds, moves / seconds);
    return 0;
}
"""
