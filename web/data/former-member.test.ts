import { MutationObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { commitRemovals, removeWithUndo } from "#web/lib/removals.ts";
import { createQueryClient } from "#web/query-client.ts";
import { deferred } from "#web/testing/deferred.ts";
import { anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { forgetFormerMember } from "./former-member.ts";
import { requestFor, settle } from "./toggle-request.ts";

test("what a member has done and is not sent yet is not done in the name of the next one", async () => {
  signIn();
  const client = createQueryClient(() => undefined);
  onTestFinished(forgetFormerMember(client));
  const reply = deferred<string>();
  const swipe = vi.fn<(outfit: string) => Promise<string>>(() => reply.promise);
  const swipes = () => new MutationObserver(client, { mutationFn: swipe, scope: { id: "swipes" } });
  const first = swipes().mutate("coat");
  void swipes().mutate("boots");
  const remove = vi.fn<() => Promise<void>>(() => Promise.resolve());
  removeWithUndo("save", "Removed", remove);
  await vi.waitFor(() => expect(swipe).toHaveBeenCalledOnce());

  signIn({ id: anId() });
  reply.resolve("swiped");
  await first;
  await commitRemovals();
  expect(swipe.mock.calls.map(([outfit]) => outfit)).toEqual(["coat"]);
  expect(remove).not.toHaveBeenCalled();
});

test("taps on a like that is being sent are not sent in the name of the next one", async () => {
  signIn();
  const request = requestFor(
    createQueryClient(() => undefined),
    "like coat",
    false,
  );
  const reply = deferred<string>();
  const send = vi.fn<(isOn: boolean) => Promise<string>>(() => reply.promise);
  request.target = true;
  const settled = settle(request, { send, onReply: () => undefined, takeBack: () => undefined });
  request.target = false;
  signIn({ id: anId() });
  reply.resolve("liked");
  await settled;
  expect(send).toHaveBeenCalledOnce();
});

test("a new token of the same member changes nothing about it", async () => {
  signIn();
  const client = createQueryClient(() => undefined);
  onTestFinished(forgetFormerMember(client));
  const remove = vi.fn<() => Promise<void>>(() => Promise.resolve());
  removeWithUndo("save", "Removed", remove);
  signIn({ token: "renewed" });
  await commitRemovals();
  expect(remove).toHaveBeenCalledOnce();
});
