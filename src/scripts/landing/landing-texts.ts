import type { NewsPageData } from '../news/news-entry.ts';
import type { RoadmapData } from './roadmap-data.ts';

/** The words of the roadmap and the news for their script, which loads when the reader gets there. */
export interface LandingTexts {
  readonly roadmap: RoadmapData;
  readonly news: NewsPageData;
}
