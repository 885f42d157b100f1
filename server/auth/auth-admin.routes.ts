import { z } from "zod";
import { listFactors } from "#server/accounts/accounts.service.ts";
import { presentFactor, presentUser } from "#server/accounts/user-objects.service.ts";
import { removeLostFactor } from "#server/factors/factors.service.ts";
import { type AuthCall, AuthReply, type ServeAuth } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { generateLink, inviteUser } from "./admin-links.service.ts";
import {
  changeUserForService,
  createUserForService,
  deleteUserForService,
  getUser,
  listAllUsers,
} from "./auth-admin.service.ts";
import { RedirectQuery, readJourney, UserData } from "./auth-inputs.service.ts";
import { requireService } from "./signed-in.service.ts";

const Metadata = z.record(z.string(), z.unknown());
const AdminUser = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().max(1_000).optional(),
  email_confirm: z.boolean().optional(),
  phone_confirm: z.boolean().optional(),
  user_metadata: Metadata.optional(),
  app_metadata: Metadata.optional(),
  ban_duration: z.string().max(40).optional(),
});
const UserParams = z.object({ userId: z.string() });
const Page = z.object({ page: z.string().default(""), per_page: z.string().default("") });
const perPageMax = 1_000;

function readId(given: string): string {
  return z.uuid().safeParse(given).success ? given : refuse(404, "validation_failed", "user_id must be an UUID");
}

/** The admin calls of the wire, for trusted services. The app binds them only where a verification key is configured. */
export function authAdminRoutes(serve: ServeAuth): void {
  serve("GET", "/admin/users", { query: Page }, async (call, { query }) => {
    await requireService(call);
    return listPage(call, query);
  });
  serve("POST", "/admin/users", { body: AdminUser }, async (call, { body }) => {
    await requireService(call);
    return createUserForService(call, body);
  });
  serve("GET", "/admin/users/:userId", { params: UserParams }, async (call, { params }) => {
    await requireService(call);
    return presentUser(call.db, await getUser(call, readId(params.userId)));
  });
  serve("PUT", "/admin/users/:userId", { params: UserParams, body: AdminUser }, async (call, { params, body }) => {
    await requireService(call);
    return changeUserForService(call, readId(params.userId), body);
  });
  serve("DELETE", "/admin/users/:userId", { params: UserParams }, async (call, { params }) => {
    await requireService(call);
    return deleteUserForService(call, readId(params.userId));
  });
  serveFactors(serve);
  const Invitation = z.object({ email: z.string().default(""), data: UserData });
  serve("POST", "/invite", { body: Invitation, query: RedirectQuery }, async (call, { body, query }) => {
    await requireService(call);
    return inviteUser(call, { ...body, redirectTo: readJourney(call, query, {}).redirectTo });
  });
  const Link = Invitation.extend({
    type: z.string().default(""),
    new_email: z.string().optional(),
    password: z.string().max(1_000).optional(),
    redirect_to: z.string().optional(),
  });
  serve("POST", "/admin/generate_link", { body: Link, query: RedirectQuery }, async (call, { body, query }) => {
    await requireService(call);
    const asked = { redirect_to: query.redirect_to ?? body.redirect_to };
    return generateLink(call, body, readJourney(call, asked, {}).redirectTo);
  });
}

function serveFactors(serve: ServeAuth): void {
  serve("GET", "/admin/users/:userId/factors", { params: UserParams }, async (call, { params }) => {
    await requireService(call);
    const user = await getUser(call, readId(params.userId));
    return (await listFactors(call.db, user.id)).map(presentFactor);
  });
  const Params = UserParams.extend({ factorId: z.string() });
  serve("DELETE", "/admin/users/:userId/factors/:factorId", { params: Params }, async (call, { params }) => {
    await requireService(call);
    const user = await getUser(call, readId(params.userId));
    const { id: userId, email } = user;
    return presentFactor(
      await removeLostFactor(call, { userId, email, factorId: readId(params.factorId), actor: "service" }),
    );
  });
}

async function listPage(call: AuthCall, query: z.output<typeof Page>): Promise<AuthReply> {
  const [page, perPage] = [query.page || "1", query.per_page || "50"].map((text) =>
    /^\d{1,9}$/.test(text) ? Number(text) : 0,
  );
  if (!page || !perPage) {
    return refuse(400, "validation_failed", "Bad Pagination Parameters: page and per_page start at 1");
  }
  const size = Math.min(perPage, perPageMax);
  const { users, total } = await listAllUsers(call, { page, perPage: size });
  const last = Math.max(1, Math.ceil(total / size));
  const at = (number: number, rel: string) =>
    `<${call.config.auth.publicUrl}/admin/users?page=${number}&per_page=${size}>; rel="${rel}"`;
  const link = [...(page < last ? [at(page + 1, "next")] : []), at(last, "last")].join(", ");
  return new AuthReply(200, { "x-total-count": String(total), link }, { users, aud: "authenticated" });
}
