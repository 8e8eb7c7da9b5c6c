import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { removeFromDevice } from '../../browser/device-storage.ts'
import { offerToTabs } from '../../browser/other-tabs.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import {
  type LetterLink,
  letterChannel,
  letterOwnerKey,
  type OfferedLetter,
  recallOwner,
} from './letter-link.ts'
import styles from './sign-in.module.css'
import { signInWithLetter } from './sign-in.ts'

type State = 'working' | 'handedOver' | 'alone' | 'asking' | 'submitting' | 'done'

type Props = { readonly settings: AuthSettings; readonly letter: LetterLink }

/**
 * Logs in by the link of a letter. On the device where the letter was asked for that takes nothing
 * more. Elsewhere its reader says which address it went to: so nobody can be made to log in to
 * another's account by a link alone. Where a tab waits for the letter, the link is that tab's.
 */
export default function LetterSignIn({ settings, letter }: Props) {
  const [state, setState] = useState<State>('working')
  const [problem, setProblem] = useState('')
  const begun = useRef(false)
  const problemId = 'letter-sign-in-problem'

  async function enter(email: string) {
    setProblem('')
    const result = await signInWithLetter(settings, { email, href: letter.href }, letter.returnTo)
    if (!result.ok) {
      setProblem(result.failure)
      return setState('asking')
    }
    removeFromDevice(letterOwnerKey)
    setState('done')
    location.replace(result.value)
  }

  function enterHere() {
    const owner = recallOwner()
    if (!owner) return setState('asking')
    setState('working')
    void enter(owner)
  }

  async function begin() {
    if (!letter.waiting) return enterHere()
    const offered: OfferedLetter = { waiting: letter.waiting, href: letter.href }
    setState((await offerToTabs(letterChannel, offered)) ? 'handedOver' : 'alone')
  }

  useEffect(() => {
    // A code is good once.
    if (begun.current) return
    begun.current = true
    void begin()
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setState('submitting')
    void enter(String(new FormData(event.currentTarget).get('email')).trim())
  }

  switch (state) {
    case 'working':
    case 'done':
      return (
        <p className={styles.large} role="status">
          One moment: we let you in.
        </p>
      )
    case 'handedOver':
      return (
        <p className={styles.large} role="status">
          Confirmed. Go on in the page from which you asked for this letter; this one can be closed.
        </p>
      )
    case 'alone':
      return (
        <div className={styles.steps}>
          <p className={styles.large} role="status">
            The page from which you asked for this letter is not open in this browser. Open the link
            where it is, or log in here.
          </p>
          <button type="button" className={control.primary} onClick={enterHere}>
            Log in here
          </button>
        </div>
      )
    case 'asking':
    case 'submitting':
      return (
        <form className={styles.form} onSubmit={submit} method="post">
          <p className={styles.done}>To which address did we send this link?</p>
          <label className={field.field}>
            E-mail
            <input
              className={field.input}
              type="email"
              name="email"
              autoComplete="username"
              defaultValue={recallOwner() ?? ''}
              maxLength={254}
              required
              aria-describedby={problemId}
            />
          </label>
          <p id={problemId} className={field.problem} role="alert">
            {problem}
          </p>
          <button type="submit" className={control.primary} disabled={state === 'submitting'}>
            {state === 'submitting' ? 'Logging in' : 'Log in'}
          </button>
        </form>
      )
  }
}
