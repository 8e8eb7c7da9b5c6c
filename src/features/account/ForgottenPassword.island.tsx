import { useState } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import AskForLetter from './AskForLetter.tsx'
import { askAuth } from './ask-auth.ts'
import { letterAddress } from './letter-link.ts'
import NewPassword from './NewPassword.tsx'
import { wantedReturn } from './return-address.ts'
import styles from './sign-in.module.css'
import { useOpenedLetter } from './use-opened-letter.ts'

/** Asks for the letter by which a new password is set; opened by its link, sets it. */
export default function ForgottenPassword({ settings }: { settings: AuthSettings }) {
  const [letter, putAway] = useOpenedLetter('/forgot', ({ mode }) => mode === 'resetPassword')
  const [says, setSays] = useState('')

  function onUsed(words: string) {
    setSays(words)
    putAway()
  }

  if (letter) return <NewPassword settings={settings} letter={letter} onUsed={onUsed} />
  return (
    <div className={styles.steps}>
      <p className={styles.note} role="status">
        {says}
      </p>
      <AskForLetter
        button="Send me the letter"
        send={(email) => {
          const returnTo = wantedReturn(location.search)
          const address = letterAddress(location.origin, { returnTo })
          return askAuth((auth) => auth.sendPasswordLetter(settings, email, address))
        }}
      >
        If there is an account with this address, a letter is on its way to it. The link in it sets
        a new password.
      </AskForLetter>
    </div>
  )
}
