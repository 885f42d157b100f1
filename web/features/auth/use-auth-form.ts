import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { notify } from "#web/ui/notify.ts";

interface AuthForm<T extends FieldValues> {
  schema: z.ZodType<T, T>;
  defaults: DefaultValues<T>;
  /** Sends the form; what it throws goes to `onRefused`. */
  send: (values: T) => Promise<void>;
  onRefused: (refusal: unknown) => void;
}

interface AuthFormState<T extends FieldValues> extends UseFormReturn<T> {
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  isSending: boolean;
  messageOf: (field: keyof T) => string | undefined;
}

/** A form whose complaints stand beside the fields, the first of them as a toast, too (spec §8 «Validation errors»). */
export function useAuthForm<T extends FieldValues>({
  schema,
  defaults,
  send,
  onRefused,
}: AuthForm<T>): AuthFormState<T> {
  const form = useForm<T>({ resolver: zodResolver(schema) as Resolver<T>, defaultValues: defaults, mode: "onTouched" });
  const [isSending, setIsSending] = useState(false);
  const submit = form.handleSubmit(
    async (values) => {
      setIsSending(true);
      try {
        await send(values);
      } catch (refusal) {
        onRefused(refusal);
      } finally {
        setIsSending(false);
      }
    },
    (errors) => notify.error(firstMessage(errors)),
  );
  return { ...form, submit, isSending, messageOf: (field: keyof T) => messageIn(form.formState.errors[field]) };
}

function messageIn(error: unknown): string | undefined {
  const message = (error as { message?: unknown } | undefined)?.message;
  return typeof message === "string" ? message : undefined;
}

function firstMessage(errors: FieldErrors): string {
  return Object.values(errors).map(messageIn).find(Boolean) ?? "Please check the form";
}
