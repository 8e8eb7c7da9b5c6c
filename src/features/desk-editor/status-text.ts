/** Describes where the text is stored. */
import type { SavingStatus } from './saving.ts'

const onDevice = 'Your text is stored on this device.'
const onlyHere = 'Your text isn’t stored anywhere yet. Keep this page open.'

type Place = { readonly isDeviceFull: boolean; readonly refusal: string }

export function describeStatus(status: SavingStatus, { isDeviceFull, refusal }: Place): string {
  const place = isDeviceFull ? onlyHere : onDevice
  switch (status) {
    case 'new':
      return 'Saved once you type'
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'unsaved':
      return isDeviceFull
        ? `Not saved yet, and this device can’t store it. ${onlyHere}`
        : 'Not saved yet'
    case 'offline':
      return `You’re offline. ${place}`
    case 'unavailable':
      return `Our server can’t save at the moment. We’ll keep trying. ${place}`
    case 'signedOut':
      return `You’ve been logged out. ${place}`
    case 'outdated':
      return `A newer version has been saved. ${place}`
    case 'refused':
      return `${refusal} ${place}`
  }
}
