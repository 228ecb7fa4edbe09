import { Button } from './Button.tsx';
import { requestIsland } from './request-island.ts';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly onClose: () => void;
}

/** The row of a window that offers to connect: connecting opens another window, so this one closes first. */
export function ConnectRow({ text, label, onClose }: Props) {
  return (
    <p className="row row-between">
      <span>{text}</span>
      <Button
        text={label}
        onClick={() => {
          onClose();
          requestIsland('connect');
        }}
      />
    </p>
  );
}
