import type { InputOf, OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { askOnTerminal, askToConfirm } from '../command-line/ask-to-confirm.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { callSite } from '../site/call-site.ts'

const route = 'POST /api/desk/readers/refund'

type Refund = InputOf<Api[typeof route]>
type Answer = OutputOf<Api[typeof route]>

const print = ({ lines }: Answer) => printText(lines.join('\n'))

/** Shows the refund, asks for confirmation, and makes it if it still has the effect that was shown. */
export async function refundPayment(
  site: KeySite,
  refund: Refund,
  { dryRun, isConfirmed }: { readonly dryRun: boolean; readonly isConfirmed: boolean },
): Promise<void> {
  const answer = await callSite(site, route, refund)
  if (!answer.plan) {
    const payment = await askForPayment(answer)
    return refundPayment(site, { ...refund, payment }, { dryRun, isConfirmed })
  }
  print(answer)
  if (dryRun) return console.log('Nothing was written.')
  const { payment, effect, isRefunded } = answer.plan
  if (!isRefunded) await askToConfirm('Refund the payment?', isConfirmed)
  print(await callSite(site, route, { ...refund, payment, effect }))
}

/** Returns PayPal's id of a payment. Throws without a terminal. */
async function askForPayment(answer: Answer): Promise<string> {
  if (!askOnTerminal)
    throw new DeskError(
      `${answer.lines.join('\n')}\nChoose one with --payment ID. Nothing was refunded.`,
    )
  print(answer)
  const choice = (await askOnTerminal('Which payment, by number or ID?')).trim()
  return answer.choices[Number(choice) - 1] ?? choice
}
