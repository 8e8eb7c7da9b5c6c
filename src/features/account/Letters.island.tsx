import { useEffect, useState } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import AskForLetter from './AskForLetter.tsx'
import { askAuth } from './ask-auth.ts'
import LetterAction from './LetterAction.tsx'
import LetterSignIn from './LetterSignIn.tsx'
import { type LetterLink, letterAddress, readLetterLink, rememberOwner } from './letter-link.ts'
import { keepingReturn, wantedReturn } from './return-address.ts'

/** Asks for the letter whose link logs in; opened by the link of any letter, does what it says. */
export default function Letters({ settings }: { settings: AuthSettings }) {
  const [letter, setLetter] = useState<LetterLink | null>(null)

  useEffect(() => {
    const opened = readLetterLink(location.href)
    if (!opened) return
    if (opened.mode === 'resetPassword') return location.replace(`/forgot${location.search}`)
    setLetter(opened)
    // The code is nobody else's business, and stays in this page alone.
    history.replaceState(null, '', keepingReturn('/magic', opened.returnTo))
  }, [])

  if (!letter) {
    return (
      <AskForLetter
        button="Send me a link"
        send={async (email) => {
          const returnTo = wantedReturn(location.search)
          const address = letterAddress(location.origin, { returnTo })
          const sent = await askAuth((auth) => auth.sendSignInLetter(settings, email, address))
          if (sent.ok) rememberOwner(email)
          return sent
        }}
      >
        A letter with a link is on its way. The link logs you in, on this device or on another.
      </AskForLetter>
    )
  }
  const { mode } = letter
  if (mode === 'signIn' || mode === 'resetPassword') {
    return <LetterSignIn settings={settings} letter={letter} />
  }
  return <LetterAction settings={settings} letter={{ ...letter, mode }} />
}
