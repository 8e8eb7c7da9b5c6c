/** The last check: compares all exchanges that the other checks had with the PayPal fake against OpenAPI files. */
import { readRunningStack } from '../../shared/running-stack.ts'
import type { RecordedExchange } from '../fakes/paypal/fake-paypal.ts'
import { createExchangeValidator, loadOpenApiDocuments } from '../fakes/paypal/openapi-validator.ts'

const descriptions = loadOpenApiDocuments()
if (!descriptions) process.exit(0)
const validateExchange = createExchangeValidator(descriptions)
const response = await fetch(`${readRunningStack().payPalUrl}/local/exchanges`)
const exchanges = (await response.json()) as RecordedExchange[]

/** A webhook is sent back to PayPal unchanged, to be verified. */
const isOwnProblem = (problem: string) => !problem.startsWith('request: /webhook_event')

/** Tests forge webhooks that PayPal would never send. */
const isForgedOnPurpose = ({ response }: RecordedExchange) =>
  JSON.stringify(response)?.includes('"FAILURE"') ?? false

let checkedCount = 0
const problemCounts = new Map<string, number>()
for (const exchange of exchanges) {
  const problems = isForgedOnPurpose(exchange)
    ? null
    : validateExchange(exchange)?.filter(isOwnProblem)
  if (!problems) continue
  checkedCount++
  for (const problem of problems) {
    const problemText = `${exchange.method} ${exchange.path.replace(/I-[\w-]+|\b[A-Z0-9]{17}\b/, '{id}')}: ${problem}`
    problemCounts.set(problemText, (problemCounts.get(problemText) ?? 0) + 1)
  }
}
for (const [problemText, times] of problemCounts) console.error(`${times} times: ${problemText}`)
console.log(
  `${checkedCount} of ${exchanges.length} exchanges with PayPal checked against its OpenAPI files.`,
)
process.exit(problemCounts.size > 0 || checkedCount === 0 ? 1 : 0)
