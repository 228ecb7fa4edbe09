// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SynxClaims} from "../../contracts/SynxClaims.sol";
import {SynxToken} from "../../contracts/SynxToken.sol";
import {Fixture} from "./support/Fixture.sol";

/// What a relay does for whoever calls it.
contract Relay {
    function forward(address target, bytes calldata data) external returns (bool succeeded) {
        (succeeded,) = target.call(data);
    }
}

/// A contract with the storage that SynxClaims has once it is funded.
contract Borrower {
    bool public funded = true;
    uint256 public claimedTotal;
    mapping(address account => uint256) public claimed;

    function borrow(address code, bytes calldata data) external returns (bool succeeded) {
        (succeeded,) = code.delegatecall(data);
    }
}

/// Those of docs/attempts.md that a plausible change of the contracts would let through unnoticed by the other tests.
contract AttemptsTest is Fixture {
    address private constant STRANGER = address(0xBAD);
    uint256 private constant END = T + 365 days;

    function setUp() public {
        build();
    }

    function test_I1_stays_funded_when_all_has_been_claimed() public {
        fund();
        vm.warp(END);
        claims.claimMany(_all());
        claims.fund();
        claims.claimMany(_all());
        assertTrue(claims.funded(), "funded");
    }

    function test_I2_a_batch_that_runs_out_of_gas_pays_nobody() public {
        fund();
        vm.warp(END);
        SynxClaims.Entry[] memory all = _all();
        for (uint256 gas_ = 20_000; claims.claimedTotal() == 0; gas_ += 19_973) {
            try claims.claimMany{gas: gas_}(all) {
                assertEq(claims.claimedTotal(), total, "all or nothing");
            } catch {
                assertEq(token.balanceOf(address(claims)), total, "some were paid");
            }
        }
    }

    /// Bits beyond 64, or beyond those of an address, are not in the leaf.
    function test_I3_bits_beyond_the_type_are_no_amount(uint256 bits, uint256 word) public {
        fund();
        vm.warp(END);
        word %= 5;
        bits = (bits | 1) << (word == 0 ? 160 : 64);
        bytes memory data = abi.encodeCall(claims.claim, (entryOf(2)));
        assembly {
            let place := add(data, add(68, mul(word, 32)))
            mstore(place, or(mload(place), bits))
        }
        _expectFailure(STRANGER, address(claims), data);
    }

    /// Fifty entries of a batch that are one and the same place of the call.
    function test_I3_entries_that_share_their_bytes_are_paid_once() public {
        fund();
        vm.warp(END);
        bytes memory places;
        for (uint256 i = 0; i < 50; ++i) {
            places = bytes.concat(places, bytes32(uint256(50 * 32)));
        }
        bytes memory entry = _structOf(entryOf(2));
        (bool succeeded,) = address(claims)
            .call(bytes.concat(claims.claimMany.selector, bytes32(uint256(32)), bytes32(uint256(50)), places, entry));
        assertTrue(succeeded, "the batch");
        assertEq(token.balanceOf(address(0xA3)), sumOf(lines[2]), "once");
    }

    /// The last to claim has had a part before, and the rest of the sum is just what is missing.
    function test_I5_everybody_in_two_parts_empties_the_contract() public {
        fund();
        vm.warp(T + 200 days);
        claims.claimMany(_all());
        vm.warp(END);
        claims.claimMany(_all());
        assertEq(claims.claimedTotal(), total, "everything");
    }

    function test_I7_a_contract_that_the_account_calls_is_not_the_account() public {
        fund();
        vm.warp(END);
        Relay relay = new Relay();
        bytes memory data = abi.encodeCall(claims.claimTo, (entryOf(0), STRANGER));
        vm.prank(address(0xA1), address(0xA1));
        assertTrue(!relay.forward(address(claims), data), "it counts as the account");
    }

    function test_I7_borrowed_code_moves_the_tokens_of_the_borrower_only() public {
        fund();
        vm.warp(END);
        Borrower borrower = new Borrower();
        bytes memory data = abi.encodeCall(claims.claim, (entryOf(0)));
        assertTrue(!borrower.borrow(address(claims), data), "without tokens");
        token.transfer(address(borrower), total);
        assertTrue(borrower.borrow(address(claims), data), "with its own");
        assertEq(token.balanceOf(address(claims)), total, "still there");
        assertEq(claims.claimed(address(0xA1)), 0, "not counted");
    }

    /// Each line with each part of each proof: suffixes, prefixes and those of others.
    function test_I9_parts_of_proofs_prove_nothing() public {
        fund();
        vm.warp(END);
        for (uint256 i = 0; i < lines.length; ++i) {
            for (uint256 j = 0; j < lines.length; ++j) {
                bytes32[] memory proof = entryOf(j).proof;
                for (uint256 from = 0; from <= proof.length; ++from) {
                    for (uint256 to = from; to <= proof.length; ++to) {
                        if (i == j && to - from == proof.length) continue;
                        bytes memory data = abi.encodeCall(claims.claim, (entryOf(lines[i], _part(proof, from, to))));
                        _expectFailure(STRANGER, address(claims), data);
                    }
                }
            }
        }
    }

    function test_I10_a_list_with_its_own_contract_pays_the_others() public {
        address own = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        addLine(Line(own, 3e9, 0, 0, 0));
        claims = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        assertTrue(address(claims) == own, "its own address");
        fund();
        vm.warp(END);
        claims.claimMany(_all());
        assertEq(claims.claimed(own), 0, "itself");
        assertEq(claims.claimedTotal(), total - 3e9, "the others");
    }

    function test_I11_no_table_mints_to_the_token_itself() public {
        address own = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, own));
        this.deployed(_tableOf(own, 1_110_000_000e9, 0));
    }

    function test_I11_sums_beyond_256_bits_do_not_wrap() public {
        bytes memory panic = abi.encodeWithSignature("Panic(uint256)", 0x11);
        vm.expectRevert(panic);
        this.deployed(_tableOf(STRANGER, type(uint256).max, 1_110_000_000e9 + 1));
        vm.expectRevert(panic);
        this.deployed(_tableOf(STRANGER, 1_110_000_000e9, type(uint256).max));
    }

    function test_I11_a_transfer_to_oneself_creates_nothing() public {
        uint256 all = token.totalSupply();
        token.transfer(address(this), all);
        assertEq(token.balanceOf(address(this)), all, "balance");
    }

    /// A list of the whole supply is possible, if hardly of use.
    function test_constructor_takes_the_whole_supply() public {
        claims = newClaims(IERC20(address(token)), rootOf(), 1_110_000_000e9, usualSchedules());
        assertEq(claims.total(), token.totalSupply(), "total");
    }

    function deployed(bytes calldata code) external returns (address) {
        return deploy(code);
    }

    function _all() private view returns (SynxClaims.Entry[] memory entries) {
        entries = new SynxClaims.Entry[](lines.length);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf(i);
        }
    }

    function _part(bytes32[] memory proof, uint256 from, uint256 to) private pure returns (bytes32[] memory part) {
        part = new bytes32[](to - from);
        for (uint256 i = from; i < to; ++i) {
            part[i - from] = proof[i];
        }
    }

    /// Without the word that says where it begins.
    function _structOf(SynxClaims.Entry memory entry) private pure returns (bytes memory data) {
        bytes memory whole = abi.encode(entry);
        data = new bytes(whole.length - 32);
        for (uint256 i = 0; i < data.length; ++i) {
            data[i] = whole[i + 32];
        }
    }

    function _tableOf(address to, uint256 one, uint256 other) private view returns (bytes memory) {
        SynxToken.Mint[] memory table = new SynxToken.Mint[](2);
        table[0] = SynxToken.Mint(to, one);
        table[1] = SynxToken.Mint(to, other);
        return bytes.concat(tokenCode(), abi.encode(table));
    }

    function _expectFailure(address sender, address target, bytes memory data) private {
        vm.prank(sender);
        (bool succeeded,) = target.call(data);
        assertTrue(!succeeded, "it succeeded");
    }
}
