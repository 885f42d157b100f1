import { z } from "zod";
import { listFactors } from "#server/auth/accounts/accounts.service.ts";
import { presentFactor, presentUser } from "#server/auth/accounts/user-objects.service.ts";
import { removeLostFactor } from "#server/auth/factors/factors.service.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { generateLink, inviteUser } from "./service-links.service.ts";
import {
  changeUserForService,
  createUserForService,
  deleteUserForService,
  getUser,
  listUsersPage,
} from "./service-users.service.ts";
import { RedirectQuery, readFlowRequest, UserData } from "#server/auth/http/auth-inputs.ts";
import { requireService } from "#server/auth/sessions/authenticate.service.ts";

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
const counted = { limit: "changesPerAddress" } as const;

function readId(given: string): string {
  return z.uuid().safeParse(given).success ? given : failAuth(404, "validation_failed", "user_id must be an UUID");
}

/** The admin endpoints of the auth API, for trusted services. Bound only if a verification key is configured. */
export function serviceApiRoutes(serve: ServeAuth): void {
  serve("GET", "/admin/users", { query: Page }, async (context, { query }) => {
    await requireService(context);
    return listUsersPage(context, { page: query.page, perPage: query.per_page });
  });
  serve("POST", "/admin/users", { ...counted, body: AdminUser }, async (context, { body }) => {
    await requireService(context);
    return createUserForService(context, body);
  });
  serve("GET", "/admin/users/:userId", { params: UserParams }, async (context, { params }) => {
    await requireService(context);
    return presentUser(context.db, await getUser(context, readId(params.userId)));
  });
  serve(
    "PUT",
    "/admin/users/:userId",
    { ...counted, params: UserParams, body: AdminUser },
    async (context, { params, body }) => {
      await requireService(context);
      return changeUserForService(context, readId(params.userId), body);
    },
  );
  serve("DELETE", "/admin/users/:userId", { ...counted, params: UserParams }, async (context, { params }) => {
    await requireService(context);
    return deleteUserForService(context, readId(params.userId));
  });
  serveFactors(serve);
  const Invitation = z.object({ email: z.string().default(""), data: UserData });
  serve("POST", "/invite", { ...counted, body: Invitation, query: RedirectQuery }, async (context, { body, query }) => {
    await requireService(context);
    return inviteUser(context, { ...body, redirectTo: readFlowRequest(context, query, {}).redirectTo });
  });
  const Link = Invitation.extend({
    type: z.string().default(""),
    new_email: z.string().optional(),
    password: z.string().max(1_000).optional(),
    redirect_to: z.string().optional(),
  });
  serve(
    "POST",
    "/admin/generate_link",
    { ...counted, body: Link, query: RedirectQuery },
    async (context, { body, query }) => {
      await requireService(context);
      const asked = { redirect_to: query.redirect_to ?? body.redirect_to };
      return generateLink(context, body, readFlowRequest(context, asked, {}).redirectTo);
    },
  );
}

function serveFactors(serve: ServeAuth): void {
  serve("GET", "/admin/users/:userId/factors", { params: UserParams }, async (context, { params }) => {
    await requireService(context);
    const user = await getUser(context, readId(params.userId));
    return (await listFactors(context.db, user.id)).map(presentFactor);
  });
  const Params = UserParams.extend({ factorId: z.string() });
  serve(
    "DELETE",
    "/admin/users/:userId/factors/:factorId",
    { ...counted, params: Params },
    async (context, { params }) => {
      await requireService(context);
      const user = await getUser(context, readId(params.userId));
      const { id: userId, email } = user;
      return presentFactor(
        await removeLostFactor(context, { userId, email, factorId: readId(params.factorId), actor: "service" }),
      );
    },
  );
}
