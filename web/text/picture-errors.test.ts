import { expect, test } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { isWorthRetrying, pictureError, uploadErrorMessage } from "./picture-errors.ts";

const megabyte = 1024 * 1024;

function fileOf(bytes: number, type = "image/jpeg"): File {
  const file = new File(["x"], "photo.jpg", { type });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
}

test.each(["image/jpeg", "image/png", "image/webp"])("an outfit photo may be %s", (type) => {
  expect(pictureError("outfit", fileOf(1_000, type))).toBeUndefined();
});

test.each(["image/gif", "image/svg+xml", "image/heic", "application/pdf", "text/html", "video/mp4", ""])(
  "a file of type “%s” is rejected with the message of its kind",
  (type) => {
    expect(pictureError("outfit", fileOf(1_000, type))).toBe("Please upload an image file");
    expect(pictureError("banner", fileOf(1_000, type))).toBe("Please select an image file");
    expect(pictureError("avatar", fileOf(1_000, type))).toBe(
      "Invalid file type. Please upload a JPG, PNG, or WEBP image",
    );
  },
);

test("exactly 10 MB is an outfit photo, one byte more is not", () => {
  expect(pictureError("outfit", fileOf(10 * megabyte))).toBeUndefined();
  expect(pictureError("outfit", fileOf(10 * megabyte + 1))).toBe("File size must be less than 10MB");
});

test("exactly 5 MB is an avatar, but no longer a banner", () => {
  expect(pictureError("avatar", fileOf(5 * megabyte))).toBeUndefined();
  expect(pictureError("avatar", fileOf(5 * megabyte + 1))).toBe(
    "File too large. Please upload an image smaller than 5MB",
  );
  expect(pictureError("banner", fileOf(5 * megabyte - 1))).toBeUndefined();
  expect(pictureError("banner", fileOf(5 * megabyte))).toBe("Image must be less than 5MB");
});

test("an empty file is not a picture", () => {
  expect(pictureError("outfit", fileOf(0))).toBe("Please upload an image file");
});

test("server errors have the message of the kind, all else the general one", () => {
  const error = (code: "image.too_large" | "image.not_a_picture" | "internal", status: number) =>
    new ApiError(code, { status });
  expect(uploadErrorMessage("banner", error("image.too_large", 413))).toBe("Image must be less than 5MB");
  expect(uploadErrorMessage("avatar", error("image.not_a_picture", 415))).toMatch(/^Invalid file type/);
  expect(uploadErrorMessage("outfit", error("internal", 500))).toBe("Failed to upload image");
  expect(uploadErrorMessage("avatar", new Error("?"))).toBe("Failed to upload profile picture");
  expect(uploadErrorMessage("banner", new Error("?"))).toBe("Failed to upload banner");
});

test("an upload without a session asks to sign in", () => {
  for (const code of ["auth.required", "auth.session_ended"] as const) {
    expect(uploadErrorMessage("outfit", new ApiError(code, { status: 401 }))).toBe("Please sign in to upload");
  }
});

test("a rejected file is not retried, an interrupted one is", () => {
  expect(isWorthRetrying(new ApiError("image.too_large", { status: 413 }))).toBe(false);
  expect(isWorthRetrying(new ApiError("image.not_a_picture", { status: 415 }))).toBe(false);
  expect(isWorthRetrying(new ApiError("connection.lost", { status: 0 }))).toBe(true);
  expect(isWorthRetrying(new ApiError("image.busy", { status: 503 }))).toBe(true);
});
