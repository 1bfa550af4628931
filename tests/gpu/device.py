"""The device that tests of kernels run on: this machine in place of a card, unless `LUDENS_TEST_DEVICE` names one."""

from __future__ import annotations

import os
from typing import Final

from ludens.gpu import EMULATED

DEVICE: Final = os.environ.get("LUDENS_TEST_DEVICE", EMULATED)
