import { useEffect, useState } from 'react'
import {
  handOverGoogleAnswer,
  judgeGoogleAnswer,
  type KeptQuestion,
  readGoogleAnswer,
  takeGoogleQuestion,
} from '../../browser/google-sign-in.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { googleWords } from './ask-auth.ts'
import { keepingReturn } from './return-address.ts'
import styles from './sign-in.module.css'
import { signInWithGoogle } from './sign-in.ts'

type State =
  | { readonly step: 'working' }
  | { readonly step: 'handedOver' }
  | { readonly step: 'failed'; readonly says: string; readonly login: string }

const lost = 'The page that asked Google is not open any more.'

/**
 * Where Google sends readers back to. In a window it hands the answer to the page that opened it, and
 * goes; where Google had the whole page, it logs in itself.
 */
export default function GoogleReturn({ settings }: { settings: AuthSettings }) {
  const [state, setState] = useState<State>({ step: 'working' })

  useEffect(() => {
    const answer = readGoogleAnswer(location.hash)
    // A token is nobody else's business, and stays in this page alone.
    history.replaceState(null, '', location.pathname)
    const fail = (says: string, returnTo: string | null = null) =>
      setState({ step: 'failed', says, login: keepingReturn('/login', returnTo) })

    async function enter(question: KeptQuestion) {
      const { returnTo } = question
      const judged = await judgeGoogleAnswer(answer!, question)
      if (!judged.ok) return fail(googleWords[judged.failure], returnTo)
      const result = await signInWithGoogle(settings, judged.value, returnTo)
      if (!result.ok) return fail(result.failure, returnTo)
      location.replace(result.value)
    }

    async function handOver() {
      if (!answer || !(await handOverGoogleAnswer(answer))) return fail(lost)
      setState({ step: 'handedOver' })
      // Where the browser does not let a script do that, the page says so.
      window.close()
    }

    const question = answer && takeGoogleQuestion(answer.state)
    void (question ? enter(question) : handOver())
  }, [settings])

  return (
    <p className={styles.large} role="status">
      {state.step === 'working' && 'One moment.'}
      {state.step === 'handedOver' && 'That is all. You can close this window.'}
      {state.step === 'failed' && (
        <>
          {state.says} <a href={state.login}>Log in</a>
        </>
      )}
    </p>
  )
}
