import type { AuthSettings } from '../../contracts/auth-settings.ts'
import AskForLetter from './AskForLetter.tsx'
import { askAuth } from './ask-auth.ts'
import LetterAction from './LetterAction.tsx'
import LetterSignIn from './LetterSignIn.tsx'
import { letterAddress, rememberOwner } from './letter-link.ts'
import { wantedReturn } from './return-address.ts'
import { useOpenedLetter } from './use-opened-letter.ts'

/** Asks for the letter whose link logs in; opened by the link of any letter, does what it says. */
export default function Letters({ settings }: { settings: AuthSettings }) {
  const [letter] = useOpenedLetter('/magic', ({ mode }) => {
    if (mode !== 'resetPassword') return true
    location.replace(`/forgot${location.search}`)
    return null
  })

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
