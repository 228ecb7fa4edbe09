import { parseUrl } from '../text/parse-url.ts';

export type VideoSite = 'tiktok' | 'youtube' | 'instagram';

export interface VideoLink {
  /** The plain link, without tracking parameters. */
  readonly url: string;
  /** The same for every link to the same video. */
  readonly key: string;
}

interface Site {
  readonly hosts: RegExp;
  /** The video's id in an address of the site, or undefined. */
  id(url: URL): string | undefined;
  plain(id: string, url: URL): string;
}

const SITES: Record<VideoSite, Site> = {
  youtube: {
    hosts: /^(?:(?:www|m)\.)?youtube\.com$|^youtu\.be$/,
    id: (url) => {
      const found =
        url.hostname === 'youtu.be'
          ? url.pathname.slice(1)
          : url.pathname === '/watch'
            ? (url.searchParams.get('v') ?? '')
            : /^\/(?:shorts|live|embed)\/([^/]+)\/?$/.exec(url.pathname)?.[1];
      return found !== undefined && /^[\w-]{11}$/.test(found) ? found : undefined;
    },
    plain: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  tiktok: {
    // The app makes a new short link each time somebody shares a video: only the full address identifies the video.
    hosts: /^(?:(?:www|m)\.)?tiktok\.com$/,
    id: (url) => /^\/@[\w.]{1,40}\/video\/(\d{5,25})\/?$/.exec(url.pathname)?.[1],
    plain: (_id, url) => `https://${url.hostname}${url.pathname}`,
  },
  instagram: {
    hosts: /^(?:www\.)?instagram\.com$/,
    id: (url) => /^\/(?:[\w.]{1,40}\/)?(?:reel|reels|p|tv)\/([\w-]{5,40})\/?$/.exec(url.pathname)?.[1],
    plain: (id) => `https://www.instagram.com/p/${id}/`,
  },
};

/** Parses the link to a single video on the named site: https, on the site's hosts. Null for everything else. */
export function readVideoLink(text: string, site: VideoSite): VideoLink | null {
  const trimmed = text.trim();
  const url = /^https:\/\/[\x21-\x7e]+$/i.test(trimmed) ? parseUrl(trimmed) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const { hosts, id: idOf, plain } = SITES[site];
  const id = hosts.test(url.hostname) ? idOf(url) : undefined;
  return id === undefined ? null : { url: plain(id, url), key: `${site}:${id}` };
}
