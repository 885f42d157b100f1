import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Me, ProfileEdit } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { closetKeys } from "./closet-keys.ts";
import { meKey, patchMe } from "./me.ts";
import { profileKeys } from "./profiles.ts";

interface EditMeta {
  success?: string;
  failure?: string;
  /** The caller shows failures itself. */
  isQuiet?: boolean;
}

/** The one mutation of PATCH /api/me. Edits are sent in their order; what they show elsewhere is reloaded. */
function editOptions(client: QueryClient, meta: EditMeta) {
  return {
    meta: { ...meta, signIn: "Please sign in" },
    scope: { id: "account" },
    mutationFn: (edit: ProfileEdit) => call("PATCH /api/me", { body: edit }),
    onSuccess: async (me: Me) => {
      client.setQueryData(meKey, me);
      await Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.all }),
        client.invalidateQueries({ queryKey: closetKeys.ofMembers }),
      ]);
    },
  };
}

/** Edits the own account. */
export function useEditAccount(meta: EditMeta) {
  return useMutation(editOptions(useQueryClient(), meta));
}

export const useChangeAvatar = () =>
  useEditAccount({ success: "Profile picture updated!", failure: "Failed to update profile picture" });
export const useChangeBanner = () =>
  useEditAccount({ success: "Banner updated successfully!", failure: "Failed to upload banner" });

type AccountSwitch = "isPrivate" | "isClosetPrivate" | "isNotifiedByEmail";

/**
 * Turns one setting of the own account on or off: shown at once, taken back if the server refuses.
 *
 * @param successOf The toast once the server has agreed.
 */
function useAccountSwitch(field: AccountSwitch, meta: EditMeta, successOf?: (isOn: boolean) => string) {
  const client = useQueryClient();
  const { mutationFn, onSuccess, ...options } = editOptions(client, meta);
  const show = (isOn: boolean) => patchMe(client, { [field]: isOn });
  return useMutation({
    ...options,
    mutationFn: (isOn: boolean) => mutationFn({ [field]: isOn }),
    onMutate: show,
    onSuccess: (me) => {
      if (successOf) toast.success(successOf(me[field]));
      return onSuccess(me);
    },
    onError: (_error, isOn) => show(!isOn),
  });
}

export const useSetPrivate = () =>
  useAccountSwitch("isPrivate", { failure: "Failed to update profile" }, (isPrivate) =>
    isPrivate ? "Profile is now private" : "Profile is now public",
  );

export const useSetNotifiedByEmail = () =>
  useAccountSwitch("isNotifiedByEmail", { failure: "Failed to save your notification settings" });

/** Makes the whole closet public or private; rolled back without a toast on failure, docs/product.md#closet. */
export const useSetClosetPrivate = () =>
  useAccountSwitch("isClosetPrivate", { isQuiet: true }, (isPrivate) =>
    isPrivate ? "Closet is now private" : "Closet is now public",
  );
