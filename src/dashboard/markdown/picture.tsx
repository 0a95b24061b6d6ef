// A picture of a document that we stored. Where the files lie in an object store our link leads there, which the policy
// of these pages does not allow; a range of it is always answered by the service itself.
import { useEffect, useState } from 'preact/hooks';

export function OwnPicture({ path, alt }: { path: string; alt: string }) {
  const [address, setAddress] = useState(path);
  useEffect(
    () => () => {
      if (address.startsWith('blob:')) URL.revokeObjectURL(address);
    },
    [address],
  );
  const fetchIt = async (): Promise<void> => {
    if (address !== path) return;
    const response = await fetch(path, { headers: { Range: 'bytes=0-' } });
    if (response.ok) setAddress(URL.createObjectURL(await response.blob()));
  };
  return <img src={address} alt={alt} loading="lazy" onError={() => void fetchIt().catch(() => undefined)} />;
}
