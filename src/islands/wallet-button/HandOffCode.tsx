import { useEffect, useRef } from 'react';

interface Props {
  readonly link: string;
  readonly label: string;
}

/** The link as a QR code, for a computer with a camera or another phone; its code loads with it. */
export function HandOffCode({ link, label }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = async () => {
      const { qrCode } = await import('#src/client/qr-code.ts');
      place.current?.replaceChildren(qrCode(link, label));
    };
    // The link above it says the same.
    draw().catch((error: unknown) => console.warn(error));
  }, [link, label]);
  return <div className="hand-off-code" ref={place} />;
}
