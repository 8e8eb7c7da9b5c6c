import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $preferences, openPreferences, type PreferencesState } from './preferences-store.ts'

/** What the reader has answered; the first rendering is that of the page as it was built. */
export function usePreferences(): PreferencesState & { readonly isOpen: boolean } {
  useEffect(openPreferences, [])
  const state = useStore($preferences, { ssr: 'initial' })
  const { keeping } = state
  return { ...state, isOpen: keeping !== 'starting' && keeping !== 'away' }
}
