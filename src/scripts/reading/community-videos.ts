import type { VideosResponse } from '#src/contract/airdrop.ts';
import { formatDay } from '#src/lib/time/format-day.ts';

// Without other pages' helpers but the format of days: they would weigh more than this script.
type Video = VideosResponse['videos'][number];

const NAMES: Readonly<Record<Video['platform'], string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

const list = document.querySelector<HTMLElement>('[data-videos]');
if (list !== null) void showVideos(list);

/** Lists the videos of participants that passed review, as links; nothing is loaded from another site. */
async function showVideos(list: HTMLElement): Promise<void> {
  try {
    const response = await fetch('/api/videos');
    if (!response.ok) throw new Error(`${response.status}`);
    const { videos } = (await response.json()) as VideosResponse;
    list.replaceChildren(...videos.map((video) => entry(video, list.dataset.videos ?? 'en')));
    list.hidden = videos.length === 0;
  } catch {
    const said = document.querySelector<HTMLElement>('[data-videos-failed]');
    said?.replaceChildren(said.dataset.videosFailed ?? '');
  }
}

function entry({ platform, link, approvedAt }: Video, tag: string): HTMLElement {
  const address = Object.assign(document.createElement('a'), {
    href: link,
    target: '_blank',
    rel: 'noopener noreferrer nofollow ugc',
    className: 'ltr',
    textContent: link.replace(/^https:\/\/(?:www\.)?/, ''),
  });
  const note = Object.assign(document.createElement('p'), {
    className: 'note',
    textContent: `${NAMES[platform]} · ${formatDay(approvedAt.slice(0, 10), tag)}`,
  });
  const item = document.createElement('li');
  item.append(address, note);
  return item;
}
