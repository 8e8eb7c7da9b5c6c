/** The steps of `setup`, in their order. */
import { CommandError } from '../../shared/command-error.ts'
import { answersStep } from './answers-step.ts'
import type { Step } from './step.ts'

export const steps: readonly Step[] = [answersStep]

export function findStep(name: string): Step {
  const found = steps.find((step) => step.name === name)
  if (found) return found
  const names = steps.map((step) => step.name).join(', ')
  throw new CommandError(`"${name}" isn’t a step. Choose one of: ${names}`)
}
