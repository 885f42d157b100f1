// The pragma is for tools that run the sources as they are and read no tsconfig of this folder.
/** @jsxRuntime automatic */
import { render } from "@react-email/render";
import type { ReactNode } from "react";
import { Button, Heading, Hr, Link, Section, Text } from "#server/lib/mail-parts.ts";
import { MailSheet, mailStyle as style } from "#server/lib/mail-sheet.tsx";
import { returnedText } from "./returned-points.ts";

/** The content of a mail about a decision. Never contains the code, which is shown only after sign-in. */
export interface RewardMail {
  username: string;
  rewardName: string;
  points: number;
  /** How many of the returned points a debt took. */
  settledPoints: number;
  /** Null: approved. */
  rejectionReason: string | null;
  rewardsUrl: string;
  settingsUrl: string;
}

/** The mail about a decision as subject, HTML (light and dark) and plain text. */
export async function renderRewardMail(
  mail: RewardMail,
  siteName: string,
): Promise<{ subject: string; html: string; text: string }> {
  const page = <RewardMailPage mail={mail} siteName={siteName} />;
  const subject =
    mail.rejectionReason === null
      ? `Your ${mail.rewardName} is ready`
      : `Your request for the ${mail.rewardName} was declined`;
  return { subject, html: await render(page), text: await render(page, { plainText: true }) };
}

function RewardMailPage({ mail, siteName }: { mail: RewardMail; siteName: string }): ReactNode {
  const { username, rewardName, rejectionReason, points, settledPoints, rewardsUrl, settingsUrl } = mail;
  const isApproved = rejectionReason === null;
  const lead = isApproved
    ? `Your request was approved. Open Rewards to reveal the code of your ${rewardName}.`
    : `Your request for the ${rewardName} was declined, and you get ${returnedText(points, settledPoints)}.`;
  return (
    <MailSheet siteName={siteName} preview={lead}>
      <Heading as="h1" className="ink" style={style.title}>
        {isApproved ? "Your gift card is ready" : "Your request was declined"}
      </Heading>
      <Text className="ink" style={style.text}>
        {lead}
      </Text>
      {rejectionReason !== null && (
        <Text className="ink" style={style.text}>
          Reason: {rejectionReason}
        </Text>
      )}
      <Section style={{ margin: "0 0 28px" }}>
        <Button className="button" href={rewardsUrl} style={style.button}>
          {isApproved ? "See my gift card" : "Open Rewards"}
        </Button>
      </Section>
      <Hr className="line" style={style.line} />
      <Text className="muted" style={style.fine}>
        {isApproved && "For your safety the code is never sent by email. "}
        You're receiving this because email notifications are on for @{username}.{" "}
        <Link className="muted" href={settingsUrl} style={{ color: style.fine.color, textDecoration: "underline" }}>
          Choose which emails you get
        </Link>
        .
      </Text>
    </MailSheet>
  );
}
