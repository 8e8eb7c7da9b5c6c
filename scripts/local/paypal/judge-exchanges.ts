/**
 * The last of the checks: everything that was said to PayPal's stand-in and by it while the others ran,
 * judged by PayPal's own descriptions where they are found. Ends with 1 where something is not as they say.
 */
import { runningStack } from '../running-stack.ts'
import { createJudge, findDescriptions } from './openapi.ts'
import type { Exchange } from './server.ts'

const descriptions = findDescriptions()
if (!descriptions) {
  console.log('SKIPPED: PayPal’s OpenAPI files are not found, and nothing is compared with them.')
  process.exit(0)
}
const judge = createJudge(descriptions)
const answer = await fetch(`${runningStack().payPalUrl}/local/exchanges`)
const exchanges = (await answer.json()) as Exchange[]

/** A message goes back to PayPal as it came, to be verified: its words are not ours. */
const isOurs = (problem: string) => !problem.startsWith('sent: /webhook_event')

/** Messages that were forged on purpose are not what PayPal would be sent by itself. */
const isForged = ({ answer: said }: Exchange) =>
  JSON.stringify(said)?.includes('"FAILURE"') ?? false

let judged = 0
const faults = new Map<string, number>()
for (const exchange of exchanges) {
  const problems = isForged(exchange) ? null : judge(exchange)?.filter(isOurs)
  if (!problems) continue
  judged++
  for (const problem of problems) {
    const fault = `${exchange.method} ${exchange.path.replace(/I-[\w-]+/, '{id}')}: ${problem}`
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
}
for (const [fault, times] of faults) console.error(`${times} times: ${fault}`)
console.log(`${judged} of ${exchanges.length} exchanges with PayPal judged by its descriptions.`)
process.exit(faults.size > 0 || judged === 0 ? 1 : 0)
