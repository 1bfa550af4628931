"""The addresses of the server, one module for each thing that they are about."""
