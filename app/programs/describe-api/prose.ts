// What docs/api.md says in sentences. Numbers come from where they are in force.
import { WRITE_LIMIT } from '../../server/http/guard.server';
import { BODY_BYTES_MAX } from '../../server/http/request.server';
import { CLOSE, PAYLOAD_BYTES_MAX, SOCKET_LIMITS } from '../../server/live/limits.server';

const formatSeconds = (ms: number): string => `${ms / 1000} s`;

export const OPENING = `# The API

Made by \`npm run describe-api -- --write\` of the table of calls and of the schemas that requests and answers are held to. A test fails when this page differs from them.

**Address.** Everything is below \`/api\` of the desk, JSON both ways, methods GET and POST. A POST that needs nothing is taken without a body and without a content type. A body has at most ${BODY_BYTES_MAX / 1024} KB.

**Who may call.** \`POST auth/login\` sets a session cookie; every call but the three of \`auth\` needs it, and sees and changes the books of its user alone. There are no roles. A program sends the cookie back; a browser may call only
from a page of the desk (\`Sec-Fetch-Site\` and \`Origin\` are looked at on every write). Reads keep no session alive, writes do.

**Values.** Money is in dollars, position prices are numbers in the quoted unit of their commodity, quote prices are decimal texts. A moment is ISO 8601 in UTC, a day is YYYY-MM-DD. Every field is there; what is not known is null.
Lists are bare arrays. An empty list of weather or signals says why in the header \`X-Empty-Reason\`.

**asOfSeq** is the sequence number of the engine at which the figures were made. Equal numbers mean equal figures, whichever call, page or message told them; of two answers the higher number is the newer one.

**Refusals** answer \`{"error": "a sentence"}\` ([Error](#error)) with the fitting status; all texts are [below](#refusals). Every answer has an \`X-Request-Id\`, by which the log of the desk knows it.

**Repeats.** A write takes an \`Idempotency-Key\` of 1 to 200 visible ASCII characters. The desk remembers it with its command for as long as it keeps its log: the same key with the same request is done once and gets the first
outcome, the same key with another one is refused with 409 \`KEY_REUSED\`. Keys of one user mean nothing to another. Without a key, writes are safe to repeat by what they are: starting what runs, stopping what stands, saving what is saved
and selecting what is selected change nothing; a repeated close answers what the first one did; a reset of a book in which nothing was traded begins no further epoch. After a timeout send the request again, with its key.

**Rates.** ${WRITE_LIMIT.points} writes of a user in ${WRITE_LIMIT.duration} s, then 429 with \`Retry-After\`. STOP, CLOSE, CLOSE ALL and signing out are never counted nor refused for it. Only failed sign-ins count against the limits of signing in.
The mode is switched at most six times in ten minutes. Reads have no limit.`;

export const SEQUENCES = `## Sequences

The three buttons for everything are one call each, and atomic. As a sequence of calls they do the same, because each step may find that it is done already:

| button | one call | as a sequence |
| --- | --- | --- |
| RUN ALL | \`POST auto-trading/start\` | \`auto-trading/fix-user-mapping\`, \`auto-trading/start\`, then \`auto-trading/toggle-commodity\` \`{"commodity": slug, "enabled": true}\` for each |
| STOP ALL | \`POST auto-trading/stop\` | \`auto-trading/toggle-commodity\` \`{"commodity": slug, "enabled": false}\` for each, then \`auto-trading/stop\` |
| CLOSE ALL | \`POST trading-positions/close-all\` | \`auto-trading/toggle-commodity\` with \`false\` for each, \`auto-trading/stop\`, then \`trading-positions/close-all\` |

A single close turns the commodity off in the same step; \`toggle-commodity\` with \`false\` after it changes nothing. Whoever keeps copies asks again, after a close, for \`trading-positions\`, \`portfolio-performance\`, \`auto-trading/status\`,
\`portfolio-snapshots\` and \`closed-positions\`: all five tell the close from its answer on.`;

export const SOCKET_RULES = `\`/ws\` on the same host takes the session cookie of the upgrade, which alone decides who it is; the \`userId\` that is sent is only compared with it. Messages are JSON texts of at most ${PAYLOAD_BYTES_MAX / 1024} KB.
Once authenticated, all five kinds come at once; then each at most every ${formatSeconds(SOCKET_LIMITS.paceMs)}, the two about the book when something in them has changed, the other three at least every 30 s.

Refused upgrades get an HTTP answer: 400 for no handshake, 403 for a foreign \`Origin\`, 404 for another path, 503 with \`Retry-After\` when there are too many sockets (${SOCKET_LIMITS.perUser} of a user, ${SOCKET_LIMITS.inAll.toLocaleString('en-US')} in all) or the desk is ending.
A socket is closed with ${CLOSE.sessionEnded} when its session ends or when it has not authenticated within ${formatSeconds(SOCKET_LIMITS.signInMs)}, ${CLOSE.policy} beyond ${SOCKET_LIMITS.heardMax} messages in ${formatSeconds(SOCKET_LIMITS.heardWindowMs)}, ${CLOSE.unsupported} for binary messages, ${CLOSE.goingAway} when the desk ends. Connect again after 15 to 30 s, then ever more slowly.`;
