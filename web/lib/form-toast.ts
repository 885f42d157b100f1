/** For all errors of a form: it has one toast at a time, so that an old mistake does not cover the next field. */
export const formToast = { id: "form" };
