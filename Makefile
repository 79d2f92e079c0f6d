# Redeye. "make" prints what there is. It needs git, Go and make; the rest is got or built.

FACTORY ?= examples/release-notes/factory.toml

BIN           := $(CURDIR)/bin
GOFUMPT       := $(BIN)/gofumpt
GOLANGCILINT  := $(BIN)/golangci-lint
WORKFLOWCHECK := $(BIN)/workflowcheck

GOFUMPT_VERSION       := v0.12.0
GOLANGCILINT_VERSION  := v2.15.0
WORKFLOWCHECK_VERSION := v0.6.0

# The dev server is wanted only where there is no other Temporal.
ifeq ($(TEMPORAL_ADDRESS)$(shell command -v temporal 2>/dev/null),)
DEVSERVER := $(BIN)/devserver
endif

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: build ## run the example factory on this repository's own history, from question to answer
	@$(BIN)/dev --throwaway --factory examples/release-notes/factory.toml -- examples/demo.sh

.PHONY: dev
dev: build ## keep the stack up for your factory: make dev FACTORY=path/factory.toml
	@$(BIN)/dev --factory "$(FACTORY)"

.PHONY: test
test: build ## run every test, the end-to-end ones on a real Temporal and PostgreSQL
	@CI=true $(BIN)/dev --throwaway --no-worker -- go test -race -shuffle=on ./...
	@cd devserver && go test -shuffle=on ./...

.PHONY: bench
bench: build ## measure what Redeye adds to Temporal; the last line is one JSON object
	@go build -o $(BIN)/bench ./worker/bench
	@$(BIN)/dev --throwaway --no-worker -- $(BIN)/bench $(BENCHFLAGS)

SIMULATED := worker/simulate/result

.PHONY: simulate
simulate: ## let made-up customers live with an agent, and show whether what it learns is true
	@go run ./worker/simulate -svg $(SIMULATED).svg >$(SIMULATED).txt
	@cat $(SIMULATED).txt
	@echo && echo "The picture: $(SIMULATED).svg"

.PHONY: check
check: lint test ## everything that must hold before a change is merged

.PHONY: lint
lint: $(GOFUMPT) $(GOLANGCILINT) $(WORKFLOWCHECK) ## formatting, vet, linters, determinism of workflows
	@fault=$$($(GOFUMPT) -l .); test -z "$$fault" || { echo "not formatted, run make fmt:"; echo "$$fault"; exit 1; }
	go vet ./...
	$(GOLANGCILINT) run ./...
	$(WORKFLOWCHECK) -config .workflowcheck.yml ./workflows/...

.PHONY: record-histories
record-histories: build ## record workflow histories anew for the replay tests
	@CI=true $(BIN)/dev --throwaway --no-worker -- go test ./worker/e2e -count=1 -run TestHistoriesReplay -record $(CURDIR)/workflows/testdata/replay

.PHONY: fmt
fmt: $(GOFUMPT) ## format the code
	$(GOFUMPT) -w .

.PHONY: build
build: $(DEVSERVER) ## build the programs into bin/
	@mkdir -p $(BIN)
	@go build -o $(BIN)/ ./worker ./starter ./worker/dev

.PHONY: clean
clean: ## remove what was built, and the data of make dev
	rm -rf $(BIN) .redeye

$(BIN)/devserver: $(wildcard devserver/*.go) devserver/go.mod devserver/go.sum
	@echo "building the Temporal dev server, once: about 6 minutes"
	@cd devserver && go build -o $@ .

$(GOFUMPT):
	@echo "building gofumpt $(GOFUMPT_VERSION), once: some seconds"
	@GOBIN=$(BIN) go install mvdan.cc/gofumpt@$(GOFUMPT_VERSION)

$(GOLANGCILINT):
	@echo "building golangci-lint $(GOLANGCILINT_VERSION), once: about 4 minutes"
	@GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCILINT_VERSION)

$(WORKFLOWCHECK):
	@echo "building workflowcheck $(WORKFLOWCHECK_VERSION), once: some seconds"
	@GOBIN=$(BIN) go install go.temporal.io/sdk/contrib/tools/workflowcheck@$(WORKFLOWCHECK_VERSION)
