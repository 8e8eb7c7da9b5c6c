import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { requireAccessKey } from './access-key.ts'
import { callSite } from './call-site.ts'

type Act = OutputOf<Api['GET /api/desk/acts']>['acts'][number]

const sentences: Readonly<Record<string, (act: Act) => string>> = {
  roleChanged: ({ subject, before, after }) =>
    `changed the role of ${subject}: ${before ?? 'none'} → ${after ?? 'none'}`,
  emailResent: ({ subject, after }) => `resent the email “${after}” to ${subject}`,
  subscriptionCancelled: ({ subject }) => `cancelled the subscription of ${subject}`,
  subscriptionEnded: ({ subject }) => `ended the subscription of ${subject}`,
  accessChanged: ({ subject, before, after }) =>
    `changed the access of ${subject}: ${before} → ${after}`,
  refundRequested: ({ subject, after }) => `asked PayPal to refund payment ${after} of ${subject}`,
  refunded: ({ subject, before, after }) => `refunded ${subject}: ${before} → ${after}`,
  creditGranted: ({ subject, before, after }) =>
    `granted credit to ${subject}: ${before} → ${after}`,
  creditRemoved: ({ subject, before, after }) =>
    `removed credit of ${subject}: ${before} → ${after}`,
  sessionsEnded: ({ subject }) => `logged ${subject} out everywhere`,
  profileHidden: ({ subject }) => `hid the public page of ${subject}`,
  profileShown: ({ subject }) => `showed the public page of ${subject} again`,
  importedAccessRemoved: ({ subject }) => `removed imported access (${subject})`,
  keyCreated: ({ subject }) => `created the access key “${subject}”`,
  keyRevoked: ({ subject }) => `revoked the access key “${subject}”`,
  keyOpened: ({ subject, after }) => `confirmed the access key “${subject}” for ${after}`,
  draftSaved: ({ subject, after }) => `saved the draft of ${subject} (${after})`,
  draftDeleted: ({ subject }) => `moved the draft of ${subject} to the bin`,
  draftRestored: ({ subject }) => `restored the draft of ${subject} from the bin`,
  draftSubmitted: ({ subject }) => `asked to publish ${subject}`,
  draftTakenOver: ({ subject }) => `took over the draft of ${subject}`,
  published: ({ subject, after }) => `published ${subject} (${after})`,
  scheduled: ({ subject, after }) => `scheduled ${subject} for ${after}`,
  unscheduled: ({ subject }) => `cancelled the scheduled publication of ${subject}`,
  withdrawn: ({ subject }) => `withdrew ${subject}`,
  unpublished: ({ subject }) => `made ${subject} a draft again`,
  duplicated: ({ subject, before }) => `copied ${before} to ${subject}`,
  renamed: ({ subject, before }) => `renamed ${before} to ${subject}`,
  corrected: ({ subject }) => `added a correction to ${subject}`,
  previewCreated: ({ subject }) => `created a link to the draft of ${subject}`,
  previewRevoked: ({ subject }) => `revoked the links to the draft of ${subject}`,
  pictureRemoved: ({ subject }) => `removed the picture ${subject}`,
  issueApproved: ({ subject, after }) => `approved ${subject} for ${after}`,
  issueScheduled: ({ subject, after }) => `scheduled ${subject} for ${after}`,
  issuePaused: ({ subject }) => `paused ${subject}`,
  issueResumed: ({ subject }) => `resumed ${subject}`,
  issueCancelled: ({ subject }) => `cancelled ${subject}`,
  movementExplained: ({ subject }) => `explained the movement ${subject}`,
  giftResent: ({ subject }) => `sent the card of the gift ${subject} again`,
  giftVoided: ({ subject }) => `made the gift ${subject} void`,
  giftRefundRequested: ({ subject }) => `asked PayPal to refund the gift ${subject}`,
  giftExtended: ({ subject, after }) => `extended the gift ${subject} until ${after}`,
  frontPageChanged: ({ after }) => `changed the front page (${after})`,
  pictureStored: ({ subject }) => `stored the picture ${subject}`,
}

/** Lists all acts: many unimportant ones must not hide one that matters. */
async function* listActs(site: KeySite): AsyncGenerator<Act> {
  let before: string | undefined
  do {
    const { acts } = await callSite(site, 'GET /api/desk/acts', before ? { before } : {})
    yield* acts
    before = acts.at(-1)?.at
  } while (before)
}
/** Acts from a newer version have no sentence here. */
const describe = (act: Act) => sentences[act.kind]?.(act) ?? `did “${act.kind}” to ${act.subject}`

/** Prints the acts of staff, the latest first. */
export async function printActs(positionals: readonly string[]): Promise<'done'> {
  if (positionals.length > 0) throw new DeskError('Choose a slug or --staff, not both.', 'usage')
  let isEmpty = true
  for await (const act of listActs(requireAccessKey())) {
    isEmpty = false
    const who = act.by === null ? '(service account)' : (act.byName ?? act.by)
    const key = act.key === null ? '' : `, with the access key “${act.key}”`
    printText(`${formatTime(new Date(act.at))}  ${who}  ${describe(act)}${key}`)
  }
  if (isEmpty) console.log('No actions yet.')
  return 'done'
}
