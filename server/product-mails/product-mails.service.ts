import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { insertMailJob, listAddresses } from "./product-mails.store.ts";
import type { ProductMailText } from "./product-mail-template.tsx";

const ProductMail = z.object({
  kind: z.enum(["welcome", "export_ready", "deletion_scheduled", "deletion_cancelled", "moderation_alert"]),
  userId: z.uuid(),
  /** A path of this site, or an address of it. */
  path: z.string(),
  count: z.number().optional(),
});
export type ProductMail = z.infer<typeof ProductMail>;

const triesMax = 5;

/** Sends a mail to a member once the transaction is committed; nothing is sent to an unconfirmed address. */
export async function queueProductMail(tx: Db, mail: ProductMail): Promise<void> {
  await insertMailJob(tx, mail, triesMax);
}

/** The job behind `queueProductMail`. */
export async function sendProductMail(app: AppContext, payload: unknown): Promise<void> {
  const mail = ProductMail.parse(payload);
  const [to] = await listAddresses(app.db, [mail.userId]);
  if (to === undefined) return;
  const { siteName, welcomeEmails } = await getCachedSettings(app);
  if (mail.kind === "welcome" && !welcomeEmails) return;
  const { renderProductMail } = await import("./product-mail-template.tsx");
  const link = new URL(mail.path, `${app.config.publicUrl}/`).href;
  await app.mail.send({ to, ...(await renderProductMail({ ...describe(mail, siteName), link }, siteName)) });
}

function describe(mail: ProductMail, site: string): Omit<ProductMailText, "link"> {
  switch (mail.kind) {
    case "welcome":
      return {
        subject: `Welcome to ${site}`,
        title: "Welcome",
        lead: `Good to have you on ${site}. Post your first outfit, or see what others wear today.`,
        button: "Explore outfits",
        ending: `You're receiving this because an account was created on ${site} with this email.`,
      };
    case "export_ready":
      return {
        subject: `Your ${site} data is ready`,
        title: "Your data is ready",
        lead: `The copy of your data can be downloaded for ${limits.exportLinkHours} hours. Keep the link to yourself: it works without signing in.`,
        button: "Download my data",
        ending: "If you didn't ask for it, change your password: someone else may be signed in to your account.",
      };
    case "deletion_scheduled":
      return {
        subject: `Your ${site} account will be deleted`,
        title: "We are sorry to see you go",
        lead: `Your account and everything in it will be deleted in ${limits.accountDeletionDays} days. Sign in before then to keep it.`,
        button: "Keep my account",
        ending: "If you didn't ask for it, sign in and change your password.",
      };
    case "deletion_cancelled":
      return {
        subject: `Your ${site} account is kept`,
        title: "Your account is kept",
        lead: "You signed in, so your account will not be deleted.",
        button: "Open settings",
        ending:
          "If this wasn't you, someone else knows how to sign in to your account: change your password right away.",
      };
    case "moderation_alert":
      return {
        subject: `${mail.count ?? 1} new ${mail.count === 1 ? "case" : "cases"} in the moderation queue`,
        title: "New cases are waiting",
        lead: `${mail.count ?? 1} new ${mail.count === 1 ? "case waits" : "cases wait"} for a moderator.`,
        button: "Open the queue",
        ending:
          "You're receiving this because you are an admin. Moderation alerts can be switched off in the admin settings.",
      };
  }
}
