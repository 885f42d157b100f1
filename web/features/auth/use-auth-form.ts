import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { formToast } from "#web/lib/form-toast.ts";
import { afterPress } from "#web/lib/press.ts";
import { toast } from "#web/lib/toast.ts";
import { whenLoaded } from "#web/lib/when-idle.ts";

interface AuthForm<T extends FieldValues> {
  /** Loads the validation schema after the form has rendered. */
  loadSchema: () => Promise<z.ZodType<T, T>>;
  defaults: DefaultValues<T>;
  /** Sends the form; what it throws goes to `onRejected`. */
  send: (values: T) => Promise<void>;
  onRejected: (error: unknown) => void;
}

export interface AuthFormState<T extends FieldValues> extends UseFormReturn<T> {
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  isSending: boolean;
  messageOf: (field: keyof T) => string | undefined;
}

/** A form with errors at its fields; the first error is also a toast, docs/product.md#texts. */
export function useAuthForm<T extends FieldValues>({
  loadSchema,
  defaults,
  send,
  onRejected,
}: AuthForm<T>): AuthFormState<T> {
  const form = useForm<T>({ resolver: resolveLater(loadSchema), defaultValues: defaults, mode: "onTouched" });
  const prepare = useEffectEvent(() => {
    loadResolver().catch(() => undefined);
    loadSchema().catch(() => undefined);
  });
  useEffect(() => whenLoaded(() => prepare()), []);
  const [isSending, setIsSending] = useState(false);
  const check = form.handleSubmit(
    async (values) => {
      setIsSending(true);
      try {
        await send(values);
      } catch (error) {
        onRejected(error);
      } finally {
        setIsSending(false);
      }
    },
    (errors) => toast.error(firstMessage(errors), formToast),
  );
  // The second click of a double click comes before the button can be disabled.
  const isBusy = useRef(false);
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    toast.dismiss(formToast.id);
    await check(event).finally(() => (isBusy.current = false));
  };
  return { ...form, submit, isSending, messageOf: (field: keyof T) => messageIn(form.formState.errors[field]) };
}

const loadResolver = () => import("@hookform/resolvers/zod");

/** A resolver that waits for the schema to load. */
function resolveLater<T extends FieldValues>(loadSchema: AuthForm<T>["loadSchema"]): Resolver<T> {
  return afterPress(async (values, context, options) => {
    try {
      const [{ zodResolver }, schema] = await Promise.all([loadResolver(), loadSchema()]);
      return await (zodResolver(schema) as Resolver<T>)(values, context, options);
    } catch {
      const root = { type: "load", message: "No connection. Check your network and try again." };
      return { values: {}, errors: { root } as FieldErrors<T> };
    }
  });
}

function messageIn(error: unknown): string | undefined {
  const message = (error as { message?: unknown } | undefined)?.message;
  return typeof message === "string" ? message : undefined;
}

function firstMessage(errors: FieldErrors): string {
  return Object.values(errors).map(messageIn).find(Boolean) ?? "Please check the form";
}
