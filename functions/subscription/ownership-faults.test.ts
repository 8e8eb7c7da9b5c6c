import fc from 'fast-check'
import { it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { OwnershipModel } from '../testing/ownership-model.ts'
import { type Step, stepArbitrary } from '../testing/random-steps.ts'

async function runSteps(steps: readonly Step[]) {
  const model = new OwnershipModel()
  for (const currentStep of steps) {
    await model.runStep(currentStep)
    model.harness.now = new Date(model.harness.now.getTime() + 2000)
  }
  await model.checkInvariants()
  await model.checkWhenIdle()
  await model.checkInvariants()
}

/** A reader claims the paid checkout of another browser's guest, without the key from the email to the payer. */
const strangersClaim: Step[] = [
  { do: 'startCheckout', browser: 0, request: 0, student: null, approval: 'paid' },
  { do: 'signIn', browser: 1, email: 0 },
  { do: 'claim', browser: 1, checkout: 0, hasKey: false },
]

it('every account and every payment belongs to its owner alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 14 }), runSteps),
    { numRuns: countLives(100), examples: [[strangersClaim]] },
  )
})
