import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $preferences, loadPreferences, type PreferencesState } from './preferences-store.ts'

/** The first render has to match the built page, so no preferences are known yet. */
export function usePreferences(): PreferencesState & { readonly isReady: boolean } {
  useEffect(loadPreferences, [])
  const state = useStore($preferences, { ssr: 'initial' })
  const { storage } = state
  return { ...state, isReady: storage !== 'loading' && storage !== 'unavailable' }
}
