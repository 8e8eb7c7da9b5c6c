import fc from 'fast-check'
import { createStep, type ValueOf } from '../../src/domain/testing/any-step.ts'

export const browsers = 3
export const emails = ['asha@example.com', 'bano@example.com'] as const
export const students = ['first-student', 'second-student'] as const

/** Whether PayPal completes the first payment immediately. */
export type Approval = 'paid' | 'pending'

const browser = fc.nat(browsers - 1)
/** Null means the browser that started the checkout. */
const caller = fc.option(browser, { freq: 2 })
const checkout = fc.nat(2)
const approval: fc.Arbitrary<Approval> = fc.constantFrom('paid', 'paid', 'pending')
/** Null if the payer doesn't approve immediately. */
const optionalApproval: fc.Arbitrary<Approval | null> = fc.option(approval, { freq: 1 })
const email = fc.nat(emails.length - 1)
const request = fc.nat(2)
const hasKey = fc.boolean()
const student = fc.option(fc.nat(students.length - 1))

export const stepArbitrary = fc.oneof(
  createStep(5, 'startCheckout', { browser, request, student, approval: optionalApproval }),
  createStep(3, 'approve', { checkout, approval }),
  createStep(3, 'collect', { checkout }),
  createStep(2, 'returnFromPayPal', { browser: caller, checkout, hasKey }),
  createStep(3, 'claim', { browser: caller, checkout, hasKey }),
  createStep(6, 'account', { browser: caller, checkout, email, request, hasKey }),
  // The page repeats an earlier request.
  createStep(2, 'repeatAccount', { account: fc.nat(2) }),
  createStep(2, 'copyCookies', { browser, to: browser }),
  createStep(4, 'signIn', { browser, email }),
  createStep(4, ['logOut', 'cancel', 'reactivate', 'deleteAccount'], { browser }),
  createStep(3, 'deliverEvent', { event: fc.nat(7) }),
  createStep(4, 'wait', { minutes: fc.constantFrom(3, 90, 28_800) }),
)
export type Step = ValueOf<typeof stepArbitrary>

/** Creates a request id that only the page creating it has. */
export const createRequestId = (of: number, request: number) =>
  `${String(of).repeat(8)}-0000-4000-8000-${String(request).repeat(12)}`
