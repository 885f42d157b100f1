// For every test file of the server.
import { afterAll } from "vitest";
import { cleanUp } from "./at-file-end.ts";

// The first hook of a file runs last.
afterAll(cleanUp);
