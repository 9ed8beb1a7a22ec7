import { useRoute } from "wouter";
import { useCan } from "../../session";
import { Forbidden } from "../../ui/not-found";
import { NewSearch } from "./new-search";
import { SearchList } from "./search-list";
import { SearchPage } from "./search-page";

export default function ClipsPage() {
  const [isOne, params] = useRoute("/clips/:id");
  const canWrite = useCan("media:write");
  if (!isOne) return <SearchList />;
  if (params.id !== "new") return <SearchPage key={params.id} id={params.id} />;
  return canWrite ? <NewSearch /> : <Forbidden />;
}
