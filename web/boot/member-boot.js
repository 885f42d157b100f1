// The first script of members' documents, in place of boot.js: one file, because another request would delay the first paint.
import "#web/public/boot.js";
import "./first-requests.js";
