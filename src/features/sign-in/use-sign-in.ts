import { leavePage, useTask } from '../../browser/use-task.ts'
import { readReturnTo } from './return-url.ts'
import type { SignInResult } from './sign-in.ts'

export type SignInAttempt = (returnTo: string | null) => SignInResult

export function useSignIn() {
  const task = useTask()
  async function signIn(attempt: SignInAttempt) {
    const result = await attempt(readReturnTo(location.search))
    return result.ok ? leavePage(result.value) : result.failure
  }
  return { task, signIn }
}
