"""Games for graphics cards: the program that is exported plays the host's games, on a driver that is made of C here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.export import ExportError, cuda
from ludens.gpu import EMULATED, KERNEL, playouts_table
from ludens.gpu.kernel import KINDS
from ludens.stage.targets.cuda import emulated, emulation

GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="there is no gcc here")

#: what the program asks of NVIDIA's header
HEADER = """
#include <stddef.h>
#include <stdint.h>
typedef int CUresult, CUdevice, CUdevice_attribute;
typedef void *CUcontext, *CUmodule, *CUfunction, *CUstream;
typedef unsigned long long CUdeviceptr;
#define CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT 16
#define CU_LIMIT_STACK_SIZE 0
CUresult cuInit(unsigned), cuDeviceGet(CUdevice *, int), cuDevicePrimaryCtxRetain(CUcontext *, CUdevice);
CUresult cuCtxSetLimit(int, size_t);
CUresult cuCtxSetCurrent(CUcontext), cuModuleLoadData(CUmodule *, const void *), cuCtxSynchronize(void);
CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *);
CUresult cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int, size_t);
CUresult cuMemGetInfo(size_t *, size_t *), cuMemAlloc(CUdeviceptr *, size_t);
CUresult cuMemcpyDtoH(void *, CUdeviceptr, size_t), cuMemsetD32(CUdeviceptr, unsigned, size_t);
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
    void **, void **);
"""
#: a card with one processor of one block, which runs the kernel of this machine
DRIVER = """
#include "cuda.h"
#include <stdlib.h>
#include <string.h>
void run(uint32_t, void *, uint64_t, void *, uint32_t, uint32_t, uint64_t, uint64_t, void *, void *, void *, void *)
    __asm__("EMULATE");
CUresult cuInit(unsigned flags) { return flags != 0; }
CUresult cuDeviceGet(CUdevice *card, int number) { *card = number; return number != 0; }
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice card) { *context = 0; return card != 0; }
CUresult cuCtxSetCurrent(CUcontext context) { return context != 0; }
CUresult cuCtxSetLimit(int which, size_t size) { return which || size < 20000; }
CUresult cuModuleLoadData(CUmodule *module, const void *text) { *module = 0; return !strstr(text, ".entry KERNEL("); }
CUresult cuCtxSynchronize(void) { return 0; }
CUresult cuModuleGetFunction(CUfunction *f, CUmodule module, const char *name) {
    *f = 0;
    return strcmp(name, "KERNEL");
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice card) { *value = 1; return which != 16; }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int size, size_t shared) {
    *blocks = 1;
    return size != 128;
}
CUresult cuMemGetInfo(size_t *room, size_t *total) { *room = *total = 1 << 30; return 0; }
CUresult cuMemAlloc(CUdeviceptr *place, size_t size) {
    return !(*place = (CUdeviceptr)aligned_alloc(16, (size + 15) & ~15));
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
    while (count--) ((unsigned *)to)[count] = value;
    return 0;
}
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size) { memcpy(to, (void *)from, size); return 0; }
CUresult cuLaunchKernel(CUfunction f, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,
    unsigned shared, CUstream stream, void **a, void **more) {
    run(x * bx, *(void **)a[0], *(uint64_t *)a[1], *(void **)a[2], *(uint32_t *)a[3], *(uint32_t *)a[4],
        *(uint64_t *)a[5], *(uint64_t *)a[6], *(void **)a[7], *(void **)a[8], *(void **)a[9], *(void **)a[10]);
    return y * z * by * bz != 1;
}
"""


@needs_gcc
@pytest.mark.parametrize(("name", "nests"), [("Connect Four", False), ("Italian Draughts", True)])
def test_the_program_plays_the_games_of_the_host(tmp_path: Path, name: str, nests: bool) -> None:
    game = ludens.load(name)
    cuda(game, tmp_path)
    assert ("cuCtxSetLimit" in (tmp_path / "play.c").read_text()) == nests
    (tmp_path / "cuda.h").write_text(HEADER)
    (tmp_path / "driver.c").write_text(DRIVER.replace("EMULATE", emulation(KERNEL)).replace("KERNEL", KERNEL))
    (tmp_path / "kernel.o").write_bytes(emulated(playouts_table(game, EMULATED).kernel.ir, {KERNEL: KINDS}, 0))
    words = [str(GCC), "-I.", "-Wall", "-Werror", "play.c", "driver.c", "kernel.o", "-o", "play"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    play = [os.path.join(tmp_path, "play"), "300", "7"]
    done = subprocess.run(play, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    wanted = game.playouts(300, seed=7)
    wins = [int((wanted.winners == player).sum()) for player in (1, 2)]
    assert done.stdout.splitlines() == [
        f"300 games, {wanted.lengths.sum()} moves, 0 not played",
        f"player 1 won: {wins[0]}",
        f"player 2 won: {wins[1]}",
        f"nobody won: {300 - sum(wins)}",
    ]


def test_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Hex", "--cuda", str(tmp_path), "--json"]) == 0
    files = {Path(file["file"]).name for file in json.loads(capsys.readouterr().out)["files"]}
    assert files == {"hex.ptx", "hex.json", "play.c"}
    told = json.loads((tmp_path / "hex.json").read_text())
    assert told["kernel"] in (tmp_path / "hex.ptx").read_text()
    assert told["sizes"]["state"] == ludens.load("Hex").layout.size
    assert [argument["type"] for argument in told["arguments"]] == list(KINDS)
    assert "@" not in (tmp_path / "play.c").read_text()


def test_what_cannot_be_exported_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="export these, one by one"):
        cuda(ludens.load("Backgammon Match"), tmp_path / "match")
    with pytest.raises(ExportError, match="'sm_1' is none of sm_80"):
        cuda(ludens.load("Hex"), tmp_path / "old", "sm_1")
    assert not list(tmp_path.iterdir())
