import { maxSupportMessage } from '../../../src/contracts/endpoints/support-endpoints.ts'
import { DeskError } from './exit-status.ts'

/** Returns the reason for an act on a reader or a gift, or an empty text. Throws if the site would refuse it. */
export function parseMessage(message = ''): string {
  if (message.trim().length <= maxSupportMessage) return message.trim()
  throw new DeskError(`--message can have at most ${maxSupportMessage} characters.`, 'usage')
}
