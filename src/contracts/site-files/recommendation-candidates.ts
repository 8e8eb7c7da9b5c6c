/**
 * Candidates for recommendations, newest first. The browser chooses, so the server doesn't receive a reader's
 * preferences.
 */
import type { RecommendationCandidate } from '../../domain/recommendation.ts'
import type { LanguageAttributes } from '../../domain/text-language.ts'

export const recommendationCandidatesPath = '/recommendation-candidates.json'

export type CandidateStory = RecommendationCandidate & {
  readonly title: string
  /** Set only if the title's language or direction differs from the page's. */
  readonly titleAttributes?: LanguageAttributes | undefined
  /** In the same order as `authors`. */
  readonly authorNames: readonly string[]
  /** The image's id. */
  readonly image: string
}

export const authorNamesPath = '/author-names.json'
export type AuthorNames = Readonly<Record<string, string>>
