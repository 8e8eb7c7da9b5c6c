/** Letters whose links show that an address is the reader's: each link is as good as a key. */
import { site } from '../../src/site.ts'
import type { Letter } from './layout.ts'

/** `key` is signed for this checkout. */
export function finishAccountLetter(checkout: string, key: string, siteUrl: string): Letter {
  const query = new URLSearchParams({ checkout, key })
  return {
    subject: 'One step is left: your account',
    paragraphs: [
      `Thank you for subscribing to ${site.name}. Your payment has arrived, and your account has not ` +
        'been made yet, so we cannot know you when you come to read.',
      'It takes a minute: your name and an e-mail address. If you have an account already, log in ' +
        'there instead, and the subscription becomes yours.',
    ],
    action: { words: 'Finish your account', url: `${siteUrl}/subscribe/finish?${query}` },
    closing: ['The link is for you alone: whoever has it can take the subscription over.'],
  }
}

export function studentLetter(key: string, siteUrl: string): Letter {
  return {
    subject: 'Confirm that this address is yours',
    paragraphs: [
      `Somebody, you we hope, has asked for the student’s price of ${site.name} with this address. ` +
        'Confirm that it is yours, in the browser in which you want to subscribe.',
    ],
    action: {
      words: 'This address is mine',
      url: `${siteUrl}/subscribe/student?${new URLSearchParams({ key })}`,
    },
    closing: ['If it was not you, do nothing: nothing happens then.'],
  }
}
