/** A guest's wall, once it's near the window. What shows the story loads after it was opened. */
import { hasStoryPass } from '../../browser/story-pass.ts'
import { getClosedPart, type OpenStory } from './closed-part.ts'

const openStory: OpenStory = async (...opened) => {
  const story = await import('./reader-story.ts').catch(() => null)
  return (await story?.openStory(...opened)) ?? false
}

export function startGuestWall() {
  if (!hasStoryPass()) getClosedPart(openStory).ask()
}
