// A room's address where this browser has no seat: it is none of its tables any more.

import { forget } from "./tables.js";

const [, place, code] = location.pathname.split("/");
if (place === "room") forget(code);
