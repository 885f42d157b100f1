import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Me, ProfileEdit } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { meQuery } from "#web/api/me.ts";

interface Words {
  success?: string;
  failure: string;
  /** The form tells its failures itself. */
  isQuiet?: boolean;
}

/** Changes the own account; what it shows elsewhere follows. */
export function useAccountEdit(words: Words) {
  const client = useQueryClient();
  return useMutation({
    meta: { ...words, signIn: "Please sign in" },
    mutationFn: (body: ProfileEdit) => call("PATCH /api/me", { body }),
    onSuccess: (me: Me) => {
      client.setQueryData(meQuery.queryKey, me);
      return client.invalidateQueries({ queryKey: ["profiles"] });
    },
  });
}

/** A switch that shows its new position at once and falls back when the server refuses. */
export function useAccountSwitch(field: "isPrivate") {
  const client = useQueryClient();
  const edit = useAccountEdit({ failure: "Failed to update profile" });
  return (isOn: boolean) => {
    const before = client.getQueryData(meQuery.queryKey);
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, [field]: isOn });
    edit.mutate({ [field]: isOn }, { onError: () => client.setQueryData(meQuery.queryKey, before) });
  };
}
