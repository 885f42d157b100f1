import { expect, test } from "vitest";
import { Recovery } from "./auth-schemas.ts";

test.each(["", "mia", "mia@shop", `${"m".repeat(65)}@shop.example`, "mia@shop-.example", "mia@shop..example"])(
  "an address that the server refuses is invalid in the form: '%s'",
  (email) => {
    expect(Recovery.safeParse({ email }).error?.issues.map(({ message }) => message)).toEqual([
      "Invalid email address",
    ]);
  },
);

test.each(["Mia@Shop.example", " mia+fash@shop.example ", "mia#1@shop.example"])(
  "an address that the server accepts is accepted in the form: '%s'",
  (email) => {
    expect(Recovery.parse({ email })).toEqual({ email: email.trim() });
  },
);
