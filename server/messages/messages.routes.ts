import { messageEndpoints } from "#contract/messages.ts";
import type { Serve } from "#server/http/serve.ts";
import * as messages from "./messages.service.ts";

export function messageRoutes(serve: Serve): void {
  serve(messageEndpoints.threads, (call, { query }) => messages.listOwnThreads(call, query));
  serve(messageEndpoints.thread, (call, { params }) => messages.getThread(call, params.threadId));
  serve(messageEndpoints.start, (call, { body }) => messages.startThread(call, body.username));
  serve(messageEndpoints.list, (call, { params, query }) => messages.listThreadMessages(call, params.threadId, query));
  serve(messageEndpoints.send, (call, { params, body }) => messages.sendMessage(call, params.threadId, body));
  serve(messageEndpoints.read, (call, { params }) => messages.readThread(call, params.threadId));
  serve(messageEndpoints.accept, (call, { params }) => messages.acceptThread(call, params.threadId));
}
