import { messageEndpoints } from "#contract/messages.ts";
import type { Serve } from "#server/http/serve.ts";
import { declineThread, deleteThread, setThreadMuted } from "./conversation-settings.service.ts";
import * as messages from "./messages.service.ts";

export function messageRoutes(serve: Serve): void {
  serve(messageEndpoints.threads, (context, { query }) => messages.listOwnThreads(context, query));
  serve(messageEndpoints.thread, (context, { params }) => messages.getThread(context, params.threadId));
  serve(messageEndpoints.start, (context, { body }) => messages.startThread(context, body.username));
  serve(messageEndpoints.list, (context, { params, query }) =>
    messages.listThreadMessages(context, params.threadId, query),
  );
  serve(messageEndpoints.send, (context, { params, body }) => messages.sendMessage(context, params.threadId, body));
  serve(messageEndpoints.read, (context, { params }) => messages.markThreadRead(context, params.threadId));
  serve(messageEndpoints.accept, (context, { params }) => messages.acceptThread(context, params.threadId));
  serve(messageEndpoints.decline, (context, { params }) => declineThread(context, params.threadId));
  serve(messageEndpoints.mute, (context, { params, body }) => setThreadMuted(context, params.threadId, body.isMuted));
  serve(messageEndpoints.remove, (context, { params, query }) => deleteThread(context, params.threadId, query.until));
}
