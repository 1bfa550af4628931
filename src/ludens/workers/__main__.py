"""A worker that is started as a program."""

from ludens.workers.serving import main

main()
