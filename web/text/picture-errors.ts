import { limits } from "#contract/limits.ts";
import type { UploadKind } from "#contract/media.ts";
import { ApiError, type FailureCode } from "#web/api/api-error.ts";
import { errorMessage } from "./errors.ts";

interface PictureRules {
  bytesMax: number;
  /** Words for a file of another type. */
  wrongType: string;
  /** Words for too many bytes. */
  tooLarge: string;
  /** The fallback message. */
  failure: string;
}

const rules: Record<UploadKind, PictureRules> = {
  outfit: {
    bytesMax: limits.outfitImageBytesMax,
    wrongType: "Please upload an image file",
    tooLarge: "File size must be less than 10MB",
    failure: "Failed to upload image",
  },
  avatar: {
    bytesMax: limits.avatarBytesMax,
    wrongType: "Invalid file type. Please upload a JPG, PNG, or WEBP image",
    tooLarge: "File too large. Please upload an image smaller than 5MB",
    failure: "Failed to upload profile picture",
  },
  banner: {
    bytesMax: limits.bannerBytesMax,
    wrongType: "Please select an image file",
    tooLarge: "Image must be less than 5MB",
    failure: "Failed to upload banner",
  },
  article: {
    bytesMax: limits.outfitImageBytesMax,
    wrongType: "Please upload an image file",
    tooLarge: "File size must be less than 10MB",
    failure: "Failed to upload image",
  },
};

/** What the file dialogs offer; the server looks at the content and takes the same three. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;
const acceptedTypes: readonly string[] = pictureTypes;

/** What is wrong with a chosen file in the words of its kind, before a byte is sent; undefined when nothing is. */
export function pictureError(kind: UploadKind, file: Blob): string | undefined {
  if (!acceptedTypes.includes(file.type)) return rules[kind].wrongType;
  // An empty file has no type, whatever its extension.
  if (file.size === 0) return rules[kind].wrongType;
  return file.size > rules[kind].bytesMax ? rules[kind].tooLarge : undefined;
}

/** The words for a file that the browser cannot show, whatever its name says. */
export const unreadableError = (kind: UploadKind): string => rules[kind].wrongType;

const signedOutCodes: readonly FailureCode[] = ["auth.required", "auth.session_ended"];

/** The words for an upload that failed on its way or was refused. */
export function uploadErrorMessage(kind: UploadKind, error: unknown): string {
  if (error instanceof ApiError && signedOutCodes.includes(error.code)) return "Please sign in to upload";
  if (error instanceof ApiError && error.code === "image.not_a_picture") return rules[kind].wrongType;
  if (error instanceof ApiError && error.code === "image.too_large") return rules[kind].tooLarge;
  return errorMessage(error, rules[kind].failure);
}

const finalCodes: readonly FailureCode[] = [
  "image.not_a_picture",
  "image.too_large",
  "image.too_many_pixels",
  "image.too_small",
  "image.quota",
  "auth.forbidden",
];

/** Whether sending the same file again may end better. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError && finalCodes.includes(error.code));
}
