/** Describes where the text is stored. */
import type { SavingStatus } from './saving.ts'

const onDevice = 'Your text is stored on this device.'
const onlyHere = 'Your latest changes aren’t stored anywhere yet. Keep this page open.'

export const describePlace = (isDeviceFull: boolean) => (isDeviceFull ? onlyHere : onDevice)

type Place = { readonly isDeviceFull: boolean; readonly refusal: string }

export function describeStatus(status: SavingStatus, { isDeviceFull, refusal }: Place): string {
  const place = describePlace(isDeviceFull)
  switch (status) {
    case 'new':
      return 'Will be saved once you type'
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'unsaved':
      return isDeviceFull ? `This device can’t store your text. ${onlyHere}` : 'Not saved yet'
    case 'offline':
      return `You seem to be offline. ${place}`
    case 'unavailable':
      return `Our server can’t save at the moment. We’ll keep trying. ${place}`
    case 'signedOut':
      return `You may be logged out, or your role may have changed. ${place}`
    case 'outdated':
      return `A newer version has been saved. ${place}`
    case 'refused':
      return `${refusal} ${place}`
  }
}
