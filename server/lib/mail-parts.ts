// What mails are made of. The package of all such parts also loads Tailwind, which would block the first mail's server for 0.4 s.
export { Body } from "@react-email/body";
export { Button } from "@react-email/button";
export { Container } from "@react-email/container";
export { Head } from "@react-email/head";
export { Heading } from "@react-email/heading";
export { Hr } from "@react-email/hr";
export { Html } from "@react-email/html";
export { Link } from "@react-email/link";
export { Preview } from "@react-email/preview";
export { Section } from "@react-email/section";
export { Text } from "@react-email/text";
